import { z } from 'zod';
import { parseRange } from '../sdk/address.ts';
import { knownFile } from './known-list.ts';

const zRange = z.string().refine((text) => parseRange(text) !== undefined);

const zKnownBlock = z.object({ ip: zRange, until: z.number().nullable() });

/** One address or range that is refused everywhere; `until` in milliseconds since 1970, null: for ever. */
export type KnownBlock = z.infer<typeof zKnownBlock>;

const zKnownVisitBlock = z.object({
  owner: z.string(),
  kind: z.enum(['address', 'page']),
  value: z.string(),
});

/** An address, a range or a referring host that an owner refuses on the own codes; without an owner it is refused on all. */
export type KnownVisitBlock = z.infer<typeof zKnownVisitBlock>;

const zKnownServerAddress = z.object({ ip: zRange, treatment: z.enum(['bot', 'refuse']) });

/** An address or range of servers or crawlers: its visits count as bots', or are refused. */
export type KnownServerAddress = z.infer<typeof zKnownServerAddress>;

/** For a start without the store: whoever was refused before is refused until it is reached. */
export const knownBlocks = knownFile('ip-black.json', zKnownBlock);

/** The same of what owners refuse. */
export const knownVisitBlocks = knownFile('visit-blocks.json', zKnownVisitBlock);

/** The same of servers and crawlers. */
export const knownServerAddresses = knownFile('server-addresses.json', zKnownServerAddress);
