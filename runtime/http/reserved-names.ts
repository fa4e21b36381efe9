import { readdirSync } from 'node:fs';
import { RESERVED_CODES } from '@waypost/contract';
import type { Generation } from '../plugin/activation/generation.ts';

export interface ReservedNamesOptions {
  generation(): Generation;
  /** Folder of the shell's build, whose files are served beside its page. */
  shellDirectory: string;
}

/**
 * Says whether a name belongs to the product, in whatever case: what the HTTP server answers, every screen, every area
 * and call of the active plugins, areas of those that are off. A short code of that name would pass for the product.
 * Codes that were there before a plugin brought the name go on: visits are answered from the index alone.
 */
export function createReservedNames(options: ReservedNamesOptions): (name: string) => boolean {
  let known: { generation: number; names: ReadonlySet<string> } | undefined;
  return (name) => {
    const generation = options.generation();
    if (known?.generation !== generation.number)
      known = { generation: generation.number, names: reservedNames(generation, options.shellDirectory) };
    return known.names.has(name.toLowerCase());
  };
}

function reservedNames(generation: Generation, shellDirectory: string): ReadonlySet<string> {
  const names = new Set(RESERVED_CODES);
  const add = (name: string) => names.add(name.toLowerCase());
  for (const file of filesOf(shellDirectory)) add(file);
  for (const area of generation.inactiveAreas.keys()) add(area);
  for (const { manifest, routes, menus } of generation.activations.values()) {
    for (const name of [...manifest.areas, ...(manifest.public_screens ?? [])]) add(name);
    for (const { area, call } of routes) {
      add(area);
      add(call);
    }
    for (const { place } of menus) add(place.route);
  }
  return names;
}

/** Names in the shell's folder; none before it has been built. */
function filesOf(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
