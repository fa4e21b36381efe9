import type { MenuNode } from '@waypost/contract/platform';
import { screensOf } from '../menu/menu.ts';

export interface PaletteEntry {
  id: string;
  name: string;
  /** Names of the groups above it. */
  group: string;
  path: string;
}

/** Every screen of the menu with the groups it stands in. */
export function paletteEntries(nodes: readonly MenuNode[], group = ''): PaletteEntry[] {
  return nodes.flatMap((node) => {
    const own = screensOf([{ ...node, children: [] }]).map(({ id, name, path }) => ({
      id,
      name,
      path,
      group,
    }));
    const below = own.length > 0 ? group : [group, node.name].filter((name) => name !== '').join(' / ');
    return [...own, ...paletteEntries(node.children, below)];
  });
}

/** Screens that begin something, such as a new code, whether a menu shows them or not. */
export function verbScreens(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => [...(node.verb ? [node] : []), ...verbScreens(node.children)]);
}

/** Entries that a text fits, best first: a whole name, the beginning of one, of a word, anywhere, the route. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...entries];
  return entries
    .map((entry, index) => ({ entry, index, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((left, right) => (left.rank ?? 0) - (right.rank ?? 0) || left.index - right.index)
    .map(({ entry }) => entry);
}

/** Entries whose names have the letters of a text in its order, for where nothing else fits. */
export function looseEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? [] : entries.filter(({ name }) => isSubsequence(wanted, name.toLowerCase()));
}

function rankOf({ name, path, group }: PaletteEntry, wanted: string): number | undefined {
  const lower = name.toLowerCase();
  if (lower === wanted) return -1;
  if (lower.startsWith(wanted)) return 0;
  if (lower.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
  if (lower.includes(wanted)) return 2;
  if (path.toLowerCase().includes(wanted.replaceAll(' ', '_'))) return 3;
  return group.toLowerCase().includes(wanted) ? 4 : undefined;
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === wanted[at]) at += 1;
  return at === wanted.length;
}

/** `g` and a letter lead to the first screen whose route begins with it. */
export function entryByLetter(entries: readonly PaletteEntry[], letter: string): PaletteEntry | undefined {
  return entries.find(({ path }) => path.split('/').at(-1)?.startsWith(letter.toLowerCase()));
}

/** Each letter that leads somewhere, with where it leads, in the order of the menu. */
export function lettersOf(entries: readonly PaletteEntry[]): [letter: string, entry: PaletteEntry][] {
  const found = new Map<string, PaletteEntry>();
  for (const entry of entries) {
    const letter = entry.path.split('/').at(-1)?.charAt(0) ?? '';
    if (letter !== '' && !found.has(letter)) found.set(letter, entry);
  }
  return [...found];
}
