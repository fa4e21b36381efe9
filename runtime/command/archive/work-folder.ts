import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { WORK_PREFIX } from './data-files.ts';

/** No work takes so long: what is older was left by one that was killed. */
const LEFT_MS = 86_400_000;

/** A folder beside the data, where nobody else may read, until the work is done. */
export async function withWorkFolder<T>(
  dataDirectory: string,
  what: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  clearLeft(dataDirectory);
  const mark = `${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  const folder = join(dataDirectory, `${WORK_PREFIX}${what}-${mark}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Deletes what work that was killed has left: whole archives, and links that hold journals on the disk. */
function clearLeft(dataDirectory: string): void {
  for (const entry of readdirSync(dataDirectory, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(WORK_PREFIX)) continue;
    const path = join(dataDirectory, entry.name);
    if (Date.now() - statSync(path).mtimeMs > LEFT_MS) rmSync(path, { recursive: true, force: true });
  }
}
