import type { mongo } from 'mongoose';
import { codeId, ownerOfCode, type World } from './seeded-visits.ts';

const BATCH = 2_000;
/** One code in so many stands on a domain of its own, of so many domains. */
const ON_DOMAIN_EVERY = 50;
const DOMAINS = 20;

export const domainOf = (code: number): string =>
  code % ON_DOMAIN_EVERY === 3 ? `d${Math.floor(code / ON_DOMAIN_EVERY) % DOMAINS}.example` : '';

/** Copies a code into all codes of a world. `owners`: ids by their numbers; `groups`: of owner 0. */
export async function seedCodes(
  database: mongo.Db,
  world: World,
  { copied, owners, groups }: { copied: string; owners: readonly string[]; groups: readonly string[] },
): Promise<void> {
  const codes = database.collection<mongo.Document>('qr_code');
  const { _id: _, ...like } = (await codes.findOne({ short_code: copied })) ?? {};
  for (let from = 0; from < world.codes; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, world.codes - from) }, (__, row) => {
      const code = from + row;
      const owner = ownerOfCode(code, world);
      return {
        ...like,
        _id: codeId(code),
        name: `Code ${code}`,
        short_code: shortCodeOf(code),
        domain: domainOf(code),
        owner: owners[owner],
        group: owner === 0 ? (groups[code % (groups.length + 1)] ?? null) : null,
      };
    });
    await codes.insertMany(rows as never, { ordered: false });
  }
}

export const shortCodeOf = (code: number): string => `v${code}`;
