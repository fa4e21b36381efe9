import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';

/** Files of a plugin by path, as they stand in an archive. */
export type PluginFiles = ReadonlyMap<string, Uint8Array>;

/**
 * The files of a plugin's folder that belong to its archive, sources left out: manifest, built remote, words, papers.
 * @param remote folder of the built remote, as plugin.json names it
 */
export async function readPluginFiles(folder: string, remote: string | undefined): Promise<PluginFiles> {
  const paths = [
    'plugin.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    ...(await wordFiles(folder)),
    ...(remote === undefined
      ? []
      : (await filesBelow(join(folder, remote))).map((path) => `${remote}/${path}`)),
  ];
  const files = new Map<string, Uint8Array>();
  for (const path of paths) {
    const content = await readFile(join(folder, path)).catch(nothing(undefined));
    if (content !== undefined) files.set(path, new Uint8Array(content));
  }
  return files;
}

/** Undefined when the file is not there or is not JSON. */
export function jsonOf(files: PluginFiles, path: string): unknown {
  return read(files, path)?.value;
}

/** What keeps a file from being JSON, such as a comma behind the last entry; undefined when it is JSON, or not there. */
export function jsonFault(files: PluginFiles, path: string): string | undefined {
  const fault = read(files, path)?.fault;
  return fault === undefined ? undefined : `is not JSON: ${fault}`;
}

function read(files: PluginFiles, path: string): { value?: unknown; fault?: string } | undefined {
  const content = files.get(path);
  if (content === undefined) return undefined;
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content)) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

async function wordFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'screens'), { withFileTypes: true }).catch(nothing([]));
  const screens = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `screens/${name}`);
  return ['locales', ...screens.sort()].flatMap((place) =>
    LOCALES.map((locale) => `${place}/${locale}.json`),
  );
}

/** Paths of all files below a folder, `/` between their parts. Links are left out: they lead to other machines' files. */
async function filesBelow(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(nothing([]));
  const found = await Promise.all(
    entries.map((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(folder, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return found.flat().sort();
}

function nothing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return fallback;
    throw error;
  };
}
