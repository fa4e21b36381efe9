import { DEFAULT_CURRENCY } from '@waypost/contract';
import type { Ledger } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import { type LedgerCollections, WHOLE } from './ledger-collections.ts';
import { lineOf } from './line-of.ts';
import { readLines } from './read-lines.ts';
import { readSpan } from './read-span.ts';
import { readStanding, readSums } from './read-sums.ts';

const MOST_LINES = 100;
const MOST_BALANCES = 1_000;

type Reading = 'balances' | 'bill' | 'lines' | 'span' | 'sums' | 'standing' | 'findHold';

/** What a plugin may look at; the words are in the SDK's type. */
export function readLedger(
  options: { connection: Pick<Connection, 'startSession'>; ledger: LedgerCollections },
  plugin: string,
): Pick<Ledger, Reading> {
  const { balances, bills, holds } = options.ledger;
  return {
    balances: async (accounts, currency = DEFAULT_CURRENCY) => {
      if (accounts.length > MOST_BALANCES)
        throw new TypeError(`ledger.balances: at most ${MOST_BALANCES} accounts at once`);
      const ids = accounts.map((account) => `${account}/${currency}`);
      const found = await balances.find({ _id: { $in: ids } }, WHOLE).toArray();
      const byAccount = new Map(found.map((one) => [one.account, one]));
      return accounts.map((account) => {
        const { available = 0n, held = 0n } = byAccount.get(account) ?? {};
        return { account, currency, available: String(available), held: String(held) };
      });
    },
    bill: async ({ account, currency = DEFAULT_CURRENCY, page, page_size }) => {
      const limit = Math.min(page_size, MOST_LINES);
      const lines = await bills
        .find({ account, currency }, WHOLE)
        .sort({ seq: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray();
      return { content: lines.map(lineOf), count: await bills.countDocuments({ account, currency }) };
    },
    lines: (query) => readLines(bills, query),
    span: (query) => readSpan(bills, query),
    sums: (query) => readSums(options.ledger, query),
    standing: (query = {}) => readStanding(options, query),
    findHold: async (id) => {
      const hold = await holds.findOne({ _id: id, plugin }, WHOLE);
      if (hold === null) return null;
      const { _id, account, currency, amount, state, time, end_time } = hold;
      return {
        id: _id,
        account,
        currency,
        amount: String(amount),
        state,
        time: time.toISOString(),
        end_time: end_time?.toISOString() ?? null,
      };
    },
  };
}
