import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, signIn } from '../api.ts';
import { runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { withStore } from '../security/world.ts';
import { ask, type Figure, lineOf } from './visits/ask.ts';
import { differences } from './visits/compare.ts';
import {
  type Asker,
  breakdownQuestions,
  crossedQuestions,
  listQuestions,
  operatorQuestions,
  type Question,
  statisticsQuestions,
} from './visits/questions.ts';
import { Recount } from './visits/recount.ts';
import { domainOf, shortCodeOf } from './visits/seed-codes.ts';
import { openSeeded, type SeededPlace } from './visits/seeded-place.ts';
import { codeId, DAYS, ipText } from './visits/seeded-visits.ts';

/**
 * Statistics over 90 days of visits, written as valid journal segments with times of the past and counted by the aggregator: every
 * question of every screen, of a customer with 40 of 100 codes, an agent and a super administrator, with its times; then
 * all sums against a recount of the visits themselves.
 *
 * `WAYPOST_VISITS=10000000` is the long form (50,000 codes, 2,000,000 addresses), which is held to `WANTED_MS`.
 * `WAYPOST_VISITS_DIR` names a directory that is kept, so that the same visits can be asked about again. How many bytes on disk a visit takes is told.
 */
const HOURS_MS = 6 * 3_600_000;
setDefaultTimeout(HOURS_MS);

const VISITS = Number(process.env.WAYPOST_VISITS ?? 30_000);
const KEPT_DIR = process.env.WAYPOST_VISITS_DIR;
const IS_LONG = VISITS >= 1_000_000;
/** Asked each question so often. */
const ASKS = Number(process.env.WAYPOST_VISITS_ASKS ?? (IS_LONG ? 20 : 2));
/** What people are promised of statistics, and of lists, which are sorted and searched; the short form runs on machines that have other things to do. */
const WANTED_MS = { statistics: 100, lists: 200 } as const;
const isList = ({ name }: Figure) => /^(visitors|foreign pages|codes of one address)/.test(name);
const mostMs = (figure: Figure) => (IS_LONG ? WANTED_MS[isList(figure) ? 'lists' : 'statistics'] : 1_000);
/** The first answer after a start reads what later ones remember. */
const MOST_COLD_MS = IS_LONG ? 600 : 1_500;
const DAY_MS = 86_400_000;
/** On a machine that others keep busy the clock tells of them: there one answer must not take more than so much of a core. */
const MOST_PROCESSOR_MS = 400;
const isBusy = () => (loadavg()[0] ?? 0) > availableParallelism() * 2;
const isSlow = (figure: Figure) =>
  (figure.p95 > mostMs(figure) || figure.cold > MOST_COLD_MS) &&
  (!isBusy() || figure.processor > MOST_PROCESSOR_MS);

const dataDir = KEPT_DIR ?? mkdtempSync(join(tmpdir(), 'waypost-many-visits-'));
let product: Product;
let place: SeededPlace;
let callers: Record<'customer' | 'agent' | 'super', Api[]>;
beforeAll(async () => {
  ({ product, place } = await openSeeded(dataDir, VISITS));
  console.info(`${Math.round(bytesIn(join(dataDir, 'store')) / VISITS)} bytes of the store a visit`);
  const enter = (people: SeededPlace['agents']) =>
    Promise.all(people.map((person) => signIn(product.origin, person)));
  callers = {
    customer: await enter(place.customers),
    agent: await enter(place.agents),
    super: await enter(place.operators),
  };
}, HOURS_MS);
afterAll(async () => {
  await product?.stop();
  if (KEPT_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
});

/** Bytes of the files in a directory. */
const bytesIn = (directory: string): number =>
  readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);

function asker(who: keyof typeof callers): Asker {
  const { world, owners } = place;
  const textOf = (days: number) => new Date(world.until - days * DAY_MS).toISOString().slice(0, 10);
  const lines = Array.from({ length: Math.min(1_000, world.codes) }, (_, code) => shortCodeOf(code));
  lines[0] = domainOf(3);
  return {
    code: codeId(who === 'agent' ? 4 : 0),
    owner: who === 'super' ? owners[0] : undefined,
    ip: ipText(3),
    lines: lines.join('\n'),
    days: { first: textOf(DAYS / 2), last: textOf(2) },
    isOperator: who === 'super',
  };
}

async function askAll(
  who: keyof typeof callers,
  questions: readonly Question[],
  isHeld = true,
): Promise<void> {
  const figures: Figure[] = [];
  for (const question of questions) {
    let figure = await ask(product, callers[who], question, ASKS);
    // What is slow twice is slow.
    if (isSlow(figure)) {
      const again = await ask(product, callers[who], question, ASKS);
      if (again.p95 < figure.p95) figure = { ...again, cold: IS_LONG ? figure.cold : again.cold };
    }
    figures.push(figure);
    console.info(`${who}, ${lineOf(figure)}`);
  }
  const slow = isHeld ? figures.filter(isSlow) : [];
  expect(slow.map(lineOf)).toEqual([]);
}

for (const who of ['customer', 'agent', 'super'] as const) {
  test(`statistics, as ${who}`, () => askAll(who, statisticsQuestions(asker(who))));
  test(`what visits are divided by, as ${who}`, () => askAll(who, breakdownQuestions(asker(who))));
  // Counted from every visitor, or kept visit, of the scope: what takes longer with each of them is told, and held to the promise in the long form.
  test(`two things at once, as ${who}`, () => askAll(who, crossedQuestions(asker(who)), IS_LONG));
  test(`visitors, pages, today, as ${who}`, () => askAll(who, listQuestions(asker(who))));
}
test('what only operators have', () => askAll('super', operatorQuestions(asker('super'))));

test('exports', async () => {
  const [root] = callers.super as [Api];
  const [customer] = callers.customer as [Api];
  const exports: [name: string, api: Api, call: string, body: object][] = [
    ['days', root, 'daily_statistics/export', { range: '90_days' }],
    ['codes', root, 'daily_statistics/export', { range: '90_days', table: 'code' }],
    ['own codes', customer, 'daily_statistics/export', { range: '90_days', table: 'code' }],
    ['summary', root, 'visit_summary/export', { range: '30_days' }],
    ['foreign pages', root, 'stealing_list/export', { range: '90_days' }],
    ['visitors of one code', customer, 'visitor/export', { link: codeId(1) }],
    ['codes of one address', root, 'checkout_ip/export', { ip: ipText(3) }],
  ];
  for (const [name, api, call, body] of exports) {
    const started = performance.now();
    const { status } = await runOperation(api, call, body, HOURS_MS);
    console.info(`export of ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(status).toBe(2);
  }
});

test('roll-ups are what a recount of the visits comes to', async () => {
  const { world, owners, timeZone } = place;
  const recount = new Recount(world, timeZone);
  expect(await withStore(product, (database) => differences(database, place, recount))).toEqual([]);
  // What is told of ranges: different addresses of everybody, of a customer and of a code.
  const [root] = callers.super as [Api];
  const text = (day: number) => `${day}`.replace(/(....)(..)(..)/, '$1-$2-$3');
  for (const [from, to] of [
    [0, 6],
    [20, 49],
    [1, recount.days.length - 1],
  ]) {
    const [first, last] = [recount.days[from as number] as number, recount.days[to as number] as number];
    const told = async (body: object) =>
      (
        await root.call<{ totals: { ip_view_number: number } }>('daily_statistics/inquire', {
          range: 'custom',
          first_day: text(first),
          last_day: text(last),
          ...body,
        })
      ).content.totals.ip_view_number;
    expect(await told({})).toBe(recount.addresses('everybody', 0, { first, last }));
    expect(await told({ owner: owners[0] })).toBe(recount.addresses('owners', 0, { first, last }));
    expect(await told({ link: codeId(0) })).toBe(recount.addresses('codes', 0, { first, last }));
  }
});
