import { fitOf } from '@waypost/contract';
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

/** Entries that a text fits, best first: a whole name, the beginning of one, of a word, anywhere, the route, the group. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  if (text.trim() === '') return [...entries];
  return entries
    .filter((entry) => entryFit(entry, text) !== undefined)
    .sort((left, right) => (entryFit(left, text) ?? 0) - (entryFit(right, text) ?? 0));
}

/** Entries whose names have the letters of a text in its order, for where nothing else fits. */
export function looseEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? [] : entries.filter(({ name }) => isSubsequence(wanted, name.toLowerCase()));
}

function entryFit({ name, path, group }: PaletteEntry, text: string): number | undefined {
  const fit = fitOf(name, text);
  if (fit !== undefined) return fit;
  const wanted = text.trim().toLowerCase();
  if (path.toLowerCase().includes(wanted.replaceAll(' ', '_'))) return 4;
  return group.toLowerCase().includes(wanted) ? 5 : undefined;
}

/**
 * Options in groups of one kind, the kind first that has what fits a name best. What fits by its route or its group alone comes
 * behind all whose names fit.
 */
export function byBestKind<O extends { kind: string; name: string; note: string }>(
  options: readonly O[],
  text: string,
): O[] {
  const fit = ({ kind, name, note }: O) =>
    // The note of a screen is its group, that of others tells them apart: a short code or an account.
    Math.min(fitOf(name, text) ?? 4, kind === 'screen' ? 4 : (fitOf(note, text) ?? 4));
  const kinds = Map.groupBy(options, ({ kind }) => kind);
  return [...kinds.values()]
    .map((group) => ({ group, best: Math.min(...group.map(fit)) }))
    .sort((left, right) => left.best - right.best)
    .flatMap(({ group }) => group);
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
