import type { mongo } from 'mongoose';
import { personId } from '../people/seed-people.ts';

/** The first line is from here, the last one of two years later. */
export const BILLS_FROM = Date.parse('2024-01-01T00:00:00Z');
export const BILLS_DAYS = 730;
const DAY_MS = 86_400_000;
const BATCH = 5_000;

/** How often each kind is; one has next to none. */
const KINDS: readonly (readonly [type: string, plugin: string, share: number])[] = [
  ['wallet.deposit', 'wallet', 300],
  ['wallet.order', 'wallet', 300],
  ['wallet.share', 'wallet', 250],
  ['wallet.withdrawal', 'wallet', 100],
  ['wallet.withdrawal_returned', 'wallet', 29],
  ['system.balance_edit', 'system', 20],
  ['wallet.refund', 'wallet', 1],
];
const ALL = KINDS.reduce((sum, [, , share]) => sum + share, 0);
/** Every tenth line is one person's. */
const LARGE_EVERY = 10;

function kindAt(mixed: number): readonly [string, string, number] {
  let at = mixed % ALL;
  for (const kind of KINDS) {
    if (at < kind[2]) return kind;
    at -= kind[2];
  }
  return KINDS[0] as readonly [string, string, number];
}

/**
 * Writes so many lines of bills straight into the store, of `people` seeded people and of `large`, who has a tenth of them, with the
 * balances that follow; the indexes are made again in one go.
 */
export async function seedBills(
  database: mongo.Db,
  many: number,
  { people, large }: { people: number; large: string },
): Promise<void> {
  const bills = database.collection<{ _id: string }>('system_ledger_bill');
  const balances = new Map<string, { seq: number; available: bigint }>();
  const made = (await bills.indexes()).filter(({ name }) => name !== '_id_');
  await bills.dropIndexes();
  for (let from = 0; from < many; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, many - from) }, (_, row) => {
      const number = from + row;
      const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0;
      const account = number % LARGE_EVERY === 0 ? large : personId((mixed >>> 5) % people);
      const [type, plugin] = kindAt(mixed >>> 3);
      const balance = balances.get(account) ?? { seq: 0, available: 0n };
      const before = balance.available;
      const amount = BigInt((mixed % 9_000_000) + 1);
      const isLess = /order|withdrawal$/.test(type) && before >= amount;
      const change = isLess ? -amount : amount;
      const after = before + change;
      balances.set(account, { seq: balance.seq + 1, available: after });
      const time = new Date(BILLS_FROM + Math.floor((number / many) * BILLS_DAYS * DAY_MS));
      return {
        _id: `b${number.toString(16).padStart(23, '0')}`,
        account,
        currency: 'USDT',
        seq: balance.seq + 1,
        plugin,
        type,
        before,
        change,
        after,
        remark: `20240101-${number}`,
        time,
        journal: `c${number.toString(16).padStart(23, '0')}`,
      };
    });
    await bills.insertMany(rows as never, { ordered: false });
  }
  for (const { key, unique } of made) await bills.createIndex(key, unique ? { unique } : {});
  await database.collection<{ _id: string }>('system_ledger_balance').insertMany(
    [...balances].map(([account, { seq, available }]) => ({
      _id: `${account}/USDT`,
      account,
      currency: 'USDT',
      available,
      held: 0n,
      seq,
    })),
    { ordered: false },
  );
}
