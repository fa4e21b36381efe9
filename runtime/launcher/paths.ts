import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Unix socket paths are limited to 108 bytes by the kernel; some is left for a terminator and suffixes. */
const LONGEST_SOCKET_PATH = 100;

/** Folder of the embedded store's files inside DATA_DIR. */
export function storeDirectory(dataDir: string): string {
  return join(resolve(dataDir), 'store');
}

/** Where the embedded store of `dataDir` listens. Every process computes it from DATA_DIR alone. */
export function storeSocketPath(dataDir: string): string {
  const direct = join(resolve(dataDir), 'store.sock');
  if (Buffer.byteLength(direct) <= LONGEST_SOCKET_PATH) return direct;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  return join(tmpdir(), `waypost-${name}.sock`);
}
