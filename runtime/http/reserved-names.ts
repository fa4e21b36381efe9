import { readdirSync } from 'node:fs';
import { EVERYDAY_WORDS, RESERVED_CODES, SERVED_EVERYWHERE } from '@waypost/contract';
import type { Activation } from '../plugin/activation/activation.ts';
import type { Generation } from '../plugin/activation/generation.ts';

/** What of an activation has names. */
interface NamedActivation {
  manifest: Pick<Activation['manifest'], 'areas' | 'public_screens'>;
  routes: Iterable<{ area: string; call: string }>;
  menus: Iterable<{ place: { route: string } }>;
}

export interface ReservedNamesOptions {
  generation(): Pick<Generation, 'number' | 'inactiveAreas'> & {
    activations: ReadonlyMap<string, NamedActivation>;
  };
  /** Whether a host is a name of the installation itself. */
  isOwnHost(host: string): boolean;
  /** Folder of the shell's build, whose files are served beside its page. */
  shellDirectory: string;
}

const EVERYWHERE: ReadonlySet<string> = new Set(SERVED_EVERYWHERE);

/**
 * Says whether a name belongs to the product on a host, in whatever case. On the installation's own names (`host` empty, or
 * one of them): what the HTTP server answers, every screen, every area and call of the active plugins, areas of those that are
 * off; a short code of that name would pass for the product. Only everyday words are free there. Elsewhere: what is served.
 * Codes that were there before a plugin brought the name go on: visits are answered from the index alone.
 */
export function createReservedNames(options: ReservedNamesOptions): (name: string, host?: string) => boolean {
  let known: { generation: number; names: ReadonlySet<string> } | undefined;
  return (name, host = '') => {
    if (host !== '' && !options.isOwnHost(host)) return EVERYWHERE.has(name.toLowerCase());
    const generation = options.generation();
    if (known?.generation !== generation.number)
      known = { generation: generation.number, names: reservedNames(generation, options.shellDirectory) };
    return known.names.has(name.toLowerCase());
  };
}

function reservedNames(
  generation: ReturnType<ReservedNamesOptions['generation']>,
  shellDirectory: string,
): ReadonlySet<string> {
  const names = new Set(RESERVED_CODES);
  const add = (name: string) => names.add(name.toLowerCase());
  const addNamed = (name: string) => EVERYDAY_WORDS.has(name.toLowerCase()) || add(name);
  for (const file of filesOf(shellDirectory)) add(file);
  for (const area of generation.inactiveAreas.keys()) addNamed(area);
  for (const { manifest, routes, menus } of generation.activations.values()) {
    for (const area of manifest.areas) addNamed(area);
    // Shown to strangers: a code of that name would pass for it.
    for (const screen of manifest.public_screens ?? []) add(screen);
    for (const { area, call } of routes) {
      addNamed(area);
      addNamed(call);
    }
    for (const { place } of menus) addNamed(place.route);
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
