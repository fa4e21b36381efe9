import { join } from 'node:path';
import { z } from 'zod';
import { parseRange } from '../sdk/address.ts';
import { keepKnown, readKnown } from './known-list.ts';

const FILE = 'ip-black.json';
const VISIT_FILE = 'visit-blocks.json';
const SERVER_FILE = 'server-addresses.json';

const zKnownBlock = z.object({
  ip: z.string().refine((text) => parseRange(text) !== undefined),
  until: z.number().nullable(),
});

/** One address or range that is refused everywhere; `until` in milliseconds since 1970, null: for ever. */
export interface KnownBlock {
  ip: string;
  until: number | null;
}

const zKnownVisitBlock = z.object({
  owner: z.string(),
  kind: z.enum(['address', 'page']),
  value: z.string(),
});

/** An address, a range or a referring host that an owner refuses on the own codes; without an owner it is refused on all. */
export type KnownVisitBlock = z.infer<typeof zKnownVisitBlock>;

const zKnownServerAddress = z.object({
  ip: z.string().refine((text) => parseRange(text) !== undefined),
  treatment: z.enum(['bot', 'refuse']),
});

/** An address or range of servers or crawlers: its visits count as bots', or are refused. */
export type KnownServerAddress = z.infer<typeof zKnownServerAddress>;

/**
 * For a start without the store: whoever was refused before is refused until it is reached.
 * @returns nobody when there is no such file, or it cannot be read
 */
export function readKnownBlocks(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<readonly KnownBlock[]> {
  return readKnown(join(dataDirectory, FILE), zKnownBlock, onError);
}

export function keepKnownBlocks(dataDirectory: string, blocks: readonly KnownBlock[]): Promise<void> {
  return keepKnown(join(dataDirectory, FILE), blocks);
}

/** The same of what owners refuse. */
export function readKnownVisitBlocks(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<readonly KnownVisitBlock[]> {
  return readKnown(join(dataDirectory, VISIT_FILE), zKnownVisitBlock, onError);
}

export function keepKnownVisitBlocks(
  dataDirectory: string,
  blocks: readonly KnownVisitBlock[],
): Promise<void> {
  return keepKnown(join(dataDirectory, VISIT_FILE), blocks);
}

/** The same of servers and crawlers. */
export function readKnownServerAddresses(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<readonly KnownServerAddress[]> {
  return readKnown(join(dataDirectory, SERVER_FILE), zKnownServerAddress, onError);
}

export function keepKnownServerAddresses(
  dataDirectory: string,
  addresses: readonly KnownServerAddress[],
): Promise<void> {
  return keepKnown(join(dataDirectory, SERVER_FILE), addresses);
}
