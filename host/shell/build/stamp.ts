import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Made by a build, or never part of one. */
const IGNORED = new Set(['dist', '.generated', 'node_modules', '.cache']);

/** A hash over the content of files and folders, so that a checkout's dates do not matter. Tests are left out. */
export async function contentHash(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of [...sources].sort()) {
    for (const file of await filesOf(join(root, source))) {
      hash.update(`${relative(root, file)}\0`);
      hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED.has(name) && !/\.test\.tsx?$/.test(name))
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .map((entry) =>
        entry.isDirectory() ? filesOf(join(path, entry.name)) : Promise.resolve([join(path, entry.name)]),
      ),
  );
  return nested.flat();
}
