import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RemotePackage {
  directory: string;
  id: string;
  version: string;
}

/** Plugins in this repository that have a browser side. */
export async function findRemotes(root: string): Promise<RemotePackage[]> {
  const folders = (await readdir(join(root, 'plugins'))).sort();
  const found = folders
    .map((name) => join(root, 'plugins', name))
    .filter((directory) => existsSync(join(directory, 'remote.ts')));
  return Promise.all(found.map(readRemote));
}

/** The remote of the plugin in a folder. */
export async function readRemote(directory: string): Promise<RemotePackage> {
  const text = await readFile(join(directory, 'plugin.json'), 'utf8');
  const { id, version } = JSON.parse(text) as { id: string; version: string };
  return { directory, id, version };
}
