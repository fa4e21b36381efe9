import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicOriginFault } from '@waypost/contract';
import { z } from 'zod';

const FILE = 'public-address.json';

const zOrigin = z.string().refine((text) => publicOriginFault(text) === undefined);
const zKnownAddress = z.object({
  public_url: z.union([z.literal(''), zOrigin]),
  earlier: z.array(zOrigin),
  given_up: z.array(zOrigin).default([]),
});

/** What was set as the public address when a process of this DATA_DIR last saw the store; empty: nothing. */
export interface KnownAddress {
  public_url: string;
  earlier: readonly string[];
  /** What was set once and is somebody else's now. */
  given_up: readonly string[];
}

/**
 * For a start without the store: visits and pictures must not go by another address until it is reached.
 * @returns nothing set when there is no such file, or it cannot be read
 */
export async function readKnownAddress(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<KnownAddress> {
  try {
    return zKnownAddress.parse(JSON.parse(await readFile(join(dataDirectory, FILE), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return { public_url: '', earlier: [], given_up: [] };
  }
}

export async function keepKnownAddress(dataDirectory: string, known: KnownAddress): Promise<void> {
  const file = join(dataDirectory, FILE);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(known), { mode: 0o600 });
  await rename(draft, file);
}
