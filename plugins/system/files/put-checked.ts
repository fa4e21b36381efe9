import { createHash } from 'node:crypto';
import type { FileStore } from '@waypost/sdk';
import { fileErrors } from './errors.ts';

/** How often a file is sent to a place that gives back something else, and how long it then has. */
const TRIES = 3;
const PAUSE_MS = 250;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Puts an object into a place and reads it back: a storage that has lost a part of it, or tells of an older one for a moment, gets
 * it again.
 * Errors: `file_place_differs` 409 and what the place refuses with
 */
export async function putChecked(
  store: Pick<FileStore, 'put' | 'get'>,
  ...file: Parameters<FileStore['put']>
): Promise<void> {
  const [object, bytes] = file;
  const hash = sha256(bytes);
  for (let tried = 1; ; tried += 1) {
    await store.put(...file);
    if (sha256(await (await store.get(object)).bytes()) === hash) return;
    if (tried === TRIES) throw fileErrors.placeDiffers.create();
    await Bun.sleep(PAUSE_MS * tried);
  }
}
