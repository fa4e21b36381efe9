import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseRange } from '../sdk/address.ts';

const FILE = 'ip-black.json';

const zKnownBlocks = z.array(
  z.object({ ip: z.string().refine((text) => parseRange(text) !== undefined), until: z.number().nullable() }),
);

/** One address or range that is refused everywhere; `until` in milliseconds since 1970, null: for ever. */
export interface KnownBlock {
  ip: string;
  until: number | null;
}

/**
 * For a start without the store: whoever was refused before is refused until it is reached.
 * @returns nobody when there is no such file, or it cannot be read
 */
export async function readKnownBlocks(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<readonly KnownBlock[]> {
  try {
    return zKnownBlocks.parse(JSON.parse(await readFile(join(dataDirectory, FILE), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return [];
  }
}

export async function keepKnownBlocks(dataDirectory: string, blocks: readonly KnownBlock[]): Promise<void> {
  const file = join(dataDirectory, FILE);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(blocks), { mode: 0o600 });
  await rename(draft, file);
}
