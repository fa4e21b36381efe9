import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zManifest, zRegistry, zRegistryEntry } from '@waypost/contract';

/** Names of the programs that the launcher has started, for the server. */
export const APART_VARIABLE = 'WAYPOST_APART';

/** A program that the launcher starts beside the server: `processes.<name>.apart` of a plugin of registry.json. */
export interface ApartProgram {
  plugin: string;
  /** Its process's name; also that of its folder and its socket in DATA_DIR. */
  name: string;
  /** Absolute path of the file that exports `program`. */
  entry: string;
  /** Variables that it alone is given. */
  secrets: readonly string[];
  /** What `waypost <name> …` runs, absolute, and what that is given beside the secrets above. */
  command: { entry: string; secrets: readonly string[] } | undefined;
}

/**
 * What plugins of registry.json have the launcher start. Only of those in this repository: what runs beside the server is held
 * by nothing. A plugin whose manifest is not right has none; the server says what is wrong with it.
 * @param project folder of the product
 */
export function readApartPrograms(project: string): ApartProgram[] {
  const registry = zRegistry.safeParse(readJson(join(project, 'registry.json')));
  const found: ApartProgram[] = [];
  for (const given of registry.data?.plugins ?? []) {
    const { data: entry } = zRegistryEntry.safeParse(given);
    if (entry === undefined || entry.outside === true) continue;
    const folder = join(project, entry.path);
    const { data: manifest } = zManifest.safeParse(readJson(join(folder, 'plugin.json')));
    for (const [name, process] of Object.entries(manifest?.processes ?? {})) {
      // Two of one name would have one folder and one socket: the first has them.
      if (process.apart === undefined || found.some((one) => one.name === name)) continue;
      const { command, secrets } = process.apart;
      found.push({
        plugin: entry.id,
        name,
        secrets,
        entry: join(folder, process.entry),
        command:
          command === undefined
            ? undefined
            : { entry: join(folder, command.entry), secrets: command.secrets ?? [] },
      });
    }
  }
  return found;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Not there, or no JSON: whoever starts plugins says so.
    return undefined;
  }
}
