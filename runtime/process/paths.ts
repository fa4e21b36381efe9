import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Unix socket paths are limited to 108 bytes by the kernel; some is left for a terminator and suffixes. */
const LONGEST_SOCKET_PATH = 100;

/** Folder of the embedded store's files inside DATA_DIR. */
export function storeDirectory(dataDir: string): string {
  return join(resolve(dataDir), 'store');
}

/**
 * Where the embedded store of `dataDir` listens. Every process computes it from DATA_DIR alone. A DATA_DIR with a long
 * path gets a socket in this user's own folder of the temporary directory.
 */
export function storeSocketPath(dataDir: string): string {
  return socketPath(dataDir, 'store');
}

/** The same for any process of `dataDir`, by its name. */
export function socketPath(dataDir: string, process: string): string {
  const direct = join(resolve(dataDir), `${process}.sock`);
  if (Buffer.byteLength(direct) <= LONGEST_SOCKET_PATH) return direct;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  const suffix = process === 'store' ? '' : `-${process}`;
  return join(tmpdir(), `waypost-${userId()}`, `${name}${suffix}.sock`);
}

/**
 * Makes the folder of a socket outside of DATA_DIR, open to this user only.
 * @throws Error when somebody else made it first: whoever owns the folder could listen in the store's place.
 */
export function prepareSocketDirectory(dataDir: string): void {
  const directory = dirname(storeSocketPath(dataDir));
  if (directory === resolve(dataDir)) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const state = lstatSync(directory);
  const isOwn = process.getuid === undefined || state.uid === process.getuid();
  if (!state.isDirectory() || !isOwn || (state.mode & 0o077) !== 0)
    throw new Error(
      `${directory} belongs to somebody else or is open to others; remove it or set a shorter DATA_DIR`,
    );
}

const userId = () => process.getuid?.() ?? 0;
