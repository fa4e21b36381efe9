import { expect, setDefaultTimeout, test } from 'bun:test';
import type { VisitLink, VisitPool } from '@waypost/contract';
import { FLAG_SHARED_TARGET, FLAG_SHARED_VIEW } from '../journal/format.ts';
import { compileLink } from '../links/compiled-link.ts';
import { compilePool } from '../links/compiled-pool.ts';
import { LinkIndex } from '../links/link-index.ts';
import type { LeaseRows } from '../shares/lease-rows.ts';
import { Leases } from '../shares/leases.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

setDefaultTimeout(60_000);
const visitPath = useVisitPath();
const log = { debug() {}, info() {}, warn() {}, error() {} };
const POOL = 'b2'.repeat(12);
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const url = (name: string) => `https://${name}.example/`;

/** Rows that give one at a time, of `left`, as if others had taken the rest; each claim takes a turn of the event loop. */
function rowsOf(left: number) {
  const state = { left, claims: 0 };
  let sequence = 0;
  const rows: LeaseRows = {
    async claim({ known }) {
      state.claims++;
      await Bun.sleep(1);
      if (state.left === 0) return { ...known, taken: 0, isFull: true };
      state.left--;
      return { granted: known.granted + 1, sequence: ++sequence, taken: 0, isFull: false };
    },
    settle: async ({ known }) => known,
    giveBack: async (_, back, known) => {
      state.left += back;
      return known;
    },
    counted: async () => 0,
  };
  return { rows, state };
}

function start(change: Partial<VisitLink>, left: number, pool?: Partial<VisitPool>) {
  const link = testLink({ code: 'abc', ...change });
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: 'abc', compiled: compileLink(link) });
  if (pool !== undefined)
    index.put({
      id: Buffer.from(POOL, 'hex'),
      host: 'pool:',
      code: POOL,
      compiled: compilePool({
        id: POOL,
        owner: link.owner,
        plugin: 'qr',
        rotation_model: 1,
        items: [],
        ...pool,
      }),
    });
  const { rows, state } = rowsOf(left);
  const shares = new Leases({ rows, isStoreUp: () => true, processes: () => 2, learn() {}, log });
  shares.turn(true, false);
  const path = visitPath.start({ index, plugins: new Set(['qr']), now: Date.now, shares });
  const visit = async (init: RequestInit = {}): Promise<string> => {
    const answer = await fetch(`${path.origin}/abc`, { redirect: 'manual', ...init });
    const to = answer.headers.get('location');
    return to === null ? String(answer.status) : (new URL(to).hostname.split('.')[0] as string);
  };
  const many = async (visits: number) => {
    const led = await Promise.all(Array.from({ length: visits }, () => visit()));
    return (name: string) => led.filter((one) => one === name).length;
  };
  return { many, path, shares, state, visit };
}

const targets = [
  { url: url('first'), weight: 1, threshold: 100 },
  { url: url('last'), weight: 1, threshold: 0 },
];

test('visits that come together get what the others have left of a target, and the next one for the rest', async () => {
  const { many, path } = start({ targets }, 7);
  const times = await many(40);
  expect([times('first'), times('last')]).toEqual([7, 33]);
  const records = await path.visits();
  expect(records.filter(({ flags }) => (flags & FLAG_SHARED_TARGET) !== 0)).toHaveLength(7);
  expect(records).toHaveLength(40);
});

test('the same of a link that expires by visits', async () => {
  const { many, path } = start({ expires_after: 100, expired_target: url('over') }, 9);
  const times = await many(30);
  expect([times('t'), times('over')]).toEqual([9, 21]);
  const records = await path.visits();
  expect(records.filter(({ flags }) => (flags & FLAG_SHARED_VIEW) !== 0)).toHaveLength(9);
});

test.each([1, 2, 3] as const)('and of the items of a pool, given out by model %i', async (rotation_model) => {
  const always = { is_on: true, hours: [] };
  const items = [
    { ...always, item: 'one', url: url('one'), capacity: 50 },
    { ...always, item: 'endless', url: url('endless') },
  ];
  const { many } = start({ targets: [{ pool: POOL, weight: 1, threshold: 1 }] }, 6, {
    rotation_model,
    items,
  });
  const times = await many(60);
  expect([times('one'), times('endless')]).toEqual([6, 54]);
});

test('who only looks, comes ahead or is a machine takes no place, and waits for none', async () => {
  const { state, visit } = start({ targets }, 1);
  expect(await visit({ method: 'HEAD' })).toBe('first');
  expect(await visit({ headers: { 'sec-purpose': 'prefetch' } })).toBe('first');
  expect(state.claims).toBe(0);
  expect(await visit({ headers: { 'user-agent': CRAWLER } })).toBe('first');
  expect([await visit(), await visit()]).toEqual(['first', 'last']);
});

test('a visit that could not be written down takes no place', async () => {
  const { path, visit } = start({ targets, expires_after: 50 }, 2);
  const flush = path.journal.flush.bind(path.journal);
  path.journal.flush = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  expect(await visit()).toBe('503');
  path.journal.flush = flush;
  expect(await visit()).toBe('first');
});
