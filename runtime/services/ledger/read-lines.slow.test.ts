import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { BillLine, BillQuery, Ledger } from '@waypost/sdk';
import fc from 'fast-check';
import { startTestServices, startTestStore } from '../test-services.ts';
import { type BillDocument, openLedger } from './ledger-collections.ts';

// Lists of bills against a plain model: what somebody would lose is a line that no page has, or that two have.
setDefaultTimeout(300_000);
const PEOPLE = ['a', 'b', 'c'].map((letter) => letter.repeat(24));
const TYPES = ['wallet.deposit', 'wallet.order', 'system.balance_edit'];
const START = Date.parse('2026-03-01T00:00:00Z');
const LINES = 3_000;
let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let ledger: Ledger;
let lines: BillDocument[];

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`lines_${process.pid}`) });
  await it.services.start();
  ledger = it.services.ledgerOf('wallet');
  lines = makeLines();
  await openLedger(it.connection).bills.insertMany(lines);
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

/** Many of one moment, a burst of a thousand of one millisecond among them, and a line whose clock was behind. */
function makeLines(): BillDocument[] {
  const balances = new Map<string, { seq: number; after: bigint }>();
  return Array.from({ length: LINES }, (_, at) => {
    const account = PEOPLE[(at * 7 + (at >> 3)) % 3] as string;
    const { seq, after: before } = balances.get(account) ?? { seq: 0, after: 0n };
    const change = BigInt((at % 9) + 1);
    const after = before + change;
    balances.set(account, { seq: seq + 1, after });
    const burst = at > 1_000 && at < 2_200 ? 1_000 : at;
    return {
      _id: `${(at * 7919) % LINES}`.padStart(24, '0'),
      account,
      currency: 'USDT',
      seq: seq + 1,
      plugin: 'wallet',
      type: TYPES[at % 5 === 0 ? 2 : at % 2] as string,
      before,
      change,
      after,
      remark: '',
      journal: `j${at}`,
      time: new Date(START + burst * 10 - (at === 2_900 ? 35 : 0)),
    };
  });
}

/** What has to be brought into one order is counted so far, and its pages reach so far. */
const MOST_OF_SEVERAL = 2_000;
const isSeveral = ({ accounts, types }: Asked) => (accounts?.length ?? 1) * (types?.length ?? 1) > 1;

interface Asked {
  accounts: string[] | undefined;
  types: string[] | undefined;
  from: number | undefined;
  until: number | undefined;
  order: 'asc' | 'desc';
  page: number;
  page_size: number;
}
const arbitraryAsked: fc.Arbitrary<Asked> = fc.record({
  accounts: fc.option(fc.subarray(PEOPLE, { minLength: 1 }), { nil: undefined }),
  types: fc.option(fc.subarray(TYPES, { minLength: 1 }), { nil: undefined }),
  from: fc.option(fc.integer({ min: -10, max: LINES * 10 }), { nil: undefined }),
  until: fc.option(fc.integer({ min: -10, max: LINES * 11 }), { nil: undefined }),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 160 })),
  page_size: fc.constantFrom(1, 7, 20, 200),
});

const isoOf = (moment: number) => new Date(START + moment).toISOString();
const queryOf = ({ accounts, types, from, until, ...rest }: Asked): BillQuery => ({
  ...rest,
  ...(accounts === undefined ? {} : { accounts }),
  ...(types === undefined ? {} : { types }),
  ...(from === undefined ? {} : { from: isoOf(from) }),
  ...(until === undefined ? {} : { until: isoOf(until) }),
});

/** One account's lines are cut where the first of them by its time stands, so that spans fit together. */
function cut(all: readonly BillDocument[], { accounts, types, from, until }: Asked): BillDocument[] {
  if (accounts?.length === 1 && types === undefined) {
    const before = (moment: number | undefined) => {
      if (moment === undefined) return all.length;
      const later = all.filter(({ time }) => time.getTime() >= START + moment);
      const first = later.toSorted(
        (one, other) => one.time.getTime() - other.time.getTime() || one.seq - other.seq,
      )[0];
      return first === undefined ? all.length : first.seq - 1;
    };
    const low = from === undefined ? 0 : before(from);
    return all.filter(({ seq }) => seq > low && seq <= before(until));
  }
  return all.filter(
    ({ time }) =>
      (from === undefined || time.getTime() >= START + from) &&
      (until === undefined || time.getTime() < START + until),
  );
}

function expected(asked: Asked): { ids: string[]; count: number } {
  const { accounts, types, order, page, page_size } = asked;
  const mine = lines.filter(
    ({ account, type }) => (accounts?.includes(account) ?? true) && (types?.includes(type) ?? true),
  );
  const isOne = accounts?.length === 1 && types === undefined;
  const found = cut(mine, asked).toSorted((one, other) =>
    isOne
      ? one.seq - other.seq
      : one.time.getTime() - other.time.getTime() || one.seq - other.seq || (one._id < other._id ? -1 : 1),
  );
  if (order === 'desc') found.reverse();
  const isBeyond = isSeveral(asked) && (page - 1) * page_size >= MOST_OF_SEVERAL;
  return {
    ids: (isBeyond ? [] : found).slice((page - 1) * page_size, page * page_size).map(({ _id }) => _id),
    count: found.length,
  };
}

test('every page of every query is what a plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryAsked, async (asked) => {
      const { content, count, is_at_least } = await ledger.lines(queryOf(asked));
      const { ids, count: all } = expected(asked);
      expect(content.map(({ id }) => id)).toEqual(ids);
      const most = isSeveral(asked) ? MOST_OF_SEVERAL : all;
      expect([count, is_at_least]).toEqual([Math.min(all, most), all > most]);
    }),
    { numRuns: 250 },
  );
});

test('the spans of an account that follow each other have each line once, and each begins with what the one before ended with', async () => {
  const moments = fc.array(fc.integer({ min: 0, max: LINES * 10 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(moments, fc.constantFrom(...PEOPLE), async (some, account) => {
      const ends = [-100, ...some.toSorted((one, other) => one - other), LINES * 20];
      const seen: BillLine[] = [];
      let closing = '0';
      for (const [at, from] of ends.slice(0, -1).entries()) {
        const span = { account, from: isoOf(from), until: isoOf(ends[at + 1] ?? 0) };
        const first = await ledger.span(span);
        expect(first.opening).toBe(closing);
        let portion = first;
        seen.push(...portion.lines);
        while (portion.next !== null) {
          portion = await ledger.span({ ...span, after: portion.next });
          seen.push(...portion.lines);
        }
        closing = first.closing;
      }
      const mine = lines.filter((line) => line.account === account);
      expect(seen.map(({ seq }) => seq)).toEqual(mine.map(({ seq }) => seq));
      expect(closing).toBe(String(mine.at(-1)?.after));
    }),
    { numRuns: 40 },
  );
});

test('whoever asks for more kinds or accounts than one look may have is told so', async () => {
  const many = Array.from({ length: 21 }, (_, at) => `wallet.kind${at}`);
  await expect(ledger.lines({ types: many, page: 1, page_size: 1 })).rejects.toThrow('at most 20 types');
});
