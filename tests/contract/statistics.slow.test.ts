import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays, type Page } from '@waypost/contract';
import type { Today } from '../../plugins/qr/screens/today_statistics/calls.ts';
import type { Slice, Statistics } from '../../plugins/qr/statistics/calls.ts';
import { DIMENSIONS } from '../../plugins/qr/statistics/dimensions/values.ts';
import { dayIn, hourIn } from '../../plugins/qr/statistics/range.ts';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type PastVisit, writePastVisits } from '../e2e/past-visits.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { CALM_ZONE } from '../time-zone.ts';

const LIMIT_MS = 120_000;
const DAYS = 100;
const VISITS = 3000;

let product: Product;
let root: Api;
let customer: Api;
let written: (PastVisit & { day: string; hour: string })[];
let today: string;
let codes: { id: string; owner: string; name: string }[];

beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  customer = await signIn(
    product.origin,
    await createAccount(product, { account: 'statistics.one', role: 'customer' }),
  );
  for (const name of ['Menu', 'Poster', 'Van'])
    await root.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  codes = (await root.call<Page<(typeof codes)[number]>>('qr_code_list/inquire', {})).content.content;
  const now = Date.now();
  const past = { dataDir: product.dataDir, zone: CALM_ZONE, now, days: DAYS, visits: VISITS, codes };
  const visits = writePastVisits(past);
  written = visits.map((visit) => {
    const local = new Date(visit.time + CALM_ZONE.offset).toISOString();
    return { ...visit, day: local.slice(0, 10), hour: local.slice(0, 13) };
  });
  today = dayIn(CALM_ZONE.name, now);
  const until = performance.now() + LIMIT_MS / 2;
  for (;;) {
    const { totals } = await ask(root, 'historical_statistics');
    if (totals.view_number === VISITS) break;
    if (performance.now() > until) throw new Error(`only ${totals.view_number} of ${VISITS} are counted`);
    await Bun.sleep(100);
  }
}, LIMIT_MS);
afterAll(() => product?.stop(), LIMIT_MS);

async function ask(api: Api, area: string, body: Record<string, unknown> = {}): Promise<Statistics> {
  return (await api.call<Statistics>(`${area}/inquire`, body)).content;
}

const within = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  written.filter(({ day }) => day >= first_day && day <= last_day);
const addresses = (visits: readonly PastVisit[]) => new Set(visits.map(({ address }) => address)).size;

/** How many visits of a day came after hh:mm; of its hour as many as there are minutes left. */
function after(day: typeof written, until: string | null): number {
  if (until === null) return 0;
  const [hour = '', minute = ''] = until.split(':');
  const inHour = day.filter((visit) => visit.hour.slice(11) === hour).length;
  const whole = day.filter((visit) => visit.hour.slice(11) < hour).length;
  return day.length - Math.round(whole + (inHour * Number(minute)) / 60);
}

/** The same of addresses: of those that came on the last day alone as many as came by then of all that did that day. */
function addressesUntil(visits: typeof written, day: typeof written, until: string | null): number {
  const firsts = day
    .toSorted((first, second) => first.time - second.time)
    .filter(({ address }, at, all) => all.findIndex((one) => one.address === address) === at);
  const known = addresses(visits.filter((visit) => !day.includes(visit)));
  const part = firsts.length === 0 ? 0 : 1 - after(firsts, until) / firsts.length;
  return known + Math.round((addresses(visits) - known) * part);
}

describe('figures', () => {
  test(
    'every screen tells the same visits, and unique IPs are counted over the range, never added',
    async () => {
      for (const range of ['7_days', '30_days', 'this_month', 'last_month']) {
        const daily = await ask(root, 'daily_statistics', { range });
        const visits = within(daily);
        expect(daily.totals.view_number).toBe(visits.length);
        expect(daily.totals.ip_view_number).toBe(addresses(visits));
        expect(daily.points.reduce((sum, { view_number }) => sum + view_number, 0)).toBe(visits.length);
        for (const point of daily.points) {
          const own = within({ first_day: point.key, last_day: point.key });
          expect([point.key, point.view_number, point.ip_view_number]).toEqual([
            point.key,
            own.length,
            addresses(own),
          ]);
        }
        if (daily.previous === null) throw new Error('nothing to compare with');
        const before = within(daily.previous);
        // A range that goes on is held against the one before until the same time of its last day.
        const { last_day } = daily.previous;
        const day = within({ first_day: last_day, last_day });
        const rest = after(day, daily.previous_until);
        expect(daily.previous_totals).toMatchObject({
          view_number: before.length - rest,
          ip_view_number: addressesUntil(before, day, daily.previous_until),
        });
        const hours = await ask(root, 'visit_hour_statistics', {
          range: 'custom',
          first_day: daily.first_day,
          last_day: daily.last_day,
        });
        expect(hours.points.reduce((sum, { view_number }) => sum + view_number, 0)).toBe(visits.length);
        expect(hours.week?.flat().reduce((sum, value) => sum + value, 0)).toBe(visits.length);
      }
    },
    LIMIT_MS,
  );

  test(
    'hours have their own addresses, and none is told that is yet to come',
    async () => {
      const hourly = await ask(root, 'hourly_statistics', { range: '7_days' });
      const visits = within(hourly);
      expect(hourly.points.reduce((sum, { view_number }) => sum + view_number, 0)).toBe(visits.length);
      for (const point of hourly.points) {
        const own = visits.filter(({ hour }) => hour === point.key);
        expect([point.key, point.view_number, point.ip_view_number]).toEqual([
          point.key,
          own.length,
          addresses(own),
        ]);
      }
      expect((hourly.points.at(-1)?.key ?? '') <= hourIn(CALM_ZONE.name, Date.now())).toBe(true);
    },
    LIMIT_MS,
  );

  test(
    'nobody is a new visitor twice: of all codes, one’s own or one, in any range, there are at most as many as addresses',
    async () => {
      const scopes = [undefined, ...codes.map(({ id }) => id)];
      for (const link of scopes)
        for (const range of ['today', 'yesterday', '7_days', '30_days', 'last_month', '90_days']) {
          const { totals, first_day, last_day, points } = await ask(root, 'daily_statistics', {
            range,
            link,
          });
          const own = written.filter(({ code }) => link === undefined || code === link);
          const days = new Map<string, string>();
          for (const { address, day } of own) if (day < (days.get(address) ?? '9999')) days.set(address, day);
          const expected = [...days.values()].filter((day) => day >= first_day && day <= last_day).length;
          expect([link, range, totals.new_visitor_number]).toEqual([link, range, expected]);
          expect(totals.new_visitor_number).toBeLessThanOrEqual(totals.ip_view_number ?? 0);
          for (const point of points)
            expect(point.new_visitor_number).toBeLessThanOrEqual(point.ip_view_number ?? 0);
        }
      const day = (await root.call<Today>('today_statistics/inquire', {})).content;
      expect(day.new_visitor_number).toBeLessThanOrEqual(day.ip_view_number);
      expect(day.yesterday.new_visitor_number).toBeLessThanOrEqual(day.yesterday.ip_view_number);
    },
    LIMIT_MS,
  );

  test(
    'the whole history begins with the first visit; on computers it has theirs alone',
    async () => {
      const all = await ask(root, 'historical_statistics');
      expect(all.first_day).toBe(written.map(({ day }) => day).sort()[0] as string);
      expect(all).toMatchObject({ last_day: today, previous: null });
      expect(all.totals.ip_view_number).toBe(addresses(written));
      // Over 92 days: by month.
      for (const point of all.points) {
        const own = written.filter(({ day }) => day.startsWith(point.key));
        expect([point.key, point.view_number, point.ip_view_number]).toEqual([
          point.key,
          own.length,
          addresses(own),
        ]);
      }
      const desktop = await ask(root, 'pc_historical_statistics');
      expect(desktop.totals.view_number).toBe(written.filter(({ isDesktop }) => isDesktop).length);
      const kinds = await breakdown('historical_statistics', { dimension: 'kind' });
      expect(kinds.content.find(({ value }) => value === 'desktop')?.view_number).toBe(
        desktop.totals.view_number,
      );
    },
    LIMIT_MS,
  );

  test(
    'each division adds up to all visits, and a code narrows every part to itself',
    async () => {
      for (const dimension of DIMENSIONS) {
        const page = await breakdown('daily_statistics', { dimension, range: '30_days', page_size: 200 });
        const visits = within({ first_day: addDays(today, -29), last_day: today });
        expect([dimension, page.content.reduce((sum, { view_number }) => sum + view_number, 0)]).toEqual([
          dimension,
          visits.length,
        ]);
      }
      const [code] = codes;
      const own = written.filter((visit) => visit.code === code?.id);
      const narrowed = await ask(root, 'historical_statistics', { link: code?.id });
      expect(narrowed.totals).toMatchObject({
        view_number: own.length,
        ip_view_number: addresses(own),
      });
      const regions = await breakdown('historical_statistics', {
        dimension: 'region',
        link: code?.id,
        page_size: 200,
      });
      expect(regions.content.reduce((sum, { view_number }) => sum + view_number, 0)).toBe(own.length);
      const second = await breakdown('daily_statistics', {
        dimension: 'code',
        page: 2,
        page_size: 1,
        sort_order: 'asc',
      });
      expect([second.count, second.content.length]).toEqual([3, 1]);
    },
    LIMIT_MS,
  );

  test(
    'narrowed to one value, the visits of it are told, what is not kept is null, and never two at once',
    async () => {
      const range = '30_days';
      const systems = await breakdown('daily_statistics', { dimension: 'system', range });
      const [system] = systems.content;
      if (system === undefined) throw new Error('no systems');
      const only = { by: 'system', value: system.value };
      const narrowed = await ask(root, 'daily_statistics', { range, only });
      expect(narrowed.totals).toEqual({
        view_number: system.view_number,
        ip_view_number: null,
        new_visitor_number: null,
        bot_view_number: null,
      });
      expect(narrowed.points.reduce((sum, { view_number }) => sum + view_number, 0)).toBe(system.view_number);
      // Beside another dimension visitors are counted: as many as there are of the value, by each of them.
      const visitors = async (dimension: string) =>
        (await breakdown('daily_statistics', { dimension, range, only, page_size: 200 })).content.reduce(
          (sum, { view_number }) => sum + view_number,
          0,
        );
      expect(await visitors('kind')).toBe(await visitors('region'));
      expect(await visitors('kind')).toBeGreaterThan(0);
      expect(await visitors('code')).toBe(0);
      // By device, addresses are known of a day, and of a range that ends today; who is new of a day.
      const kind = 'desktop';
      const totals = async (body: Record<string, unknown>) =>
        (await ask(root, 'daily_statistics', { kind, ...body })).totals;
      expect(await totals({ range })).toMatchObject({
        ip_view_number: expect.any(Number),
        new_visitor_number: null,
      });
      expect(await totals({ range: 'last_month' })).toMatchObject({
        ip_view_number: null,
        new_visitor_number: null,
      });
      const day = await totals({ range: 'yesterday' });
      expect(day.new_visitor_number ?? 1).toBeLessThanOrEqual(day.ip_view_number ?? 0);
      const both = await root.call('daily_statistics/inquire', { range, only, kind: 'phone' });
      expect(both.body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'only' }] });
      const csv = await runOperation(root, 'daily_statistics/export', { range, only });
      const [, ...rows] = readCsv(await (await download(product.origin, root.token, csv.id)).text());
      expect(rows.reduce((sum, [, visits]) => sum + Number(visits), 0)).toBe(system.view_number);
    },
    LIMIT_MS,
  );

  test(
    'one customer’s figures are theirs, for whoever may see everybody’s; for others it names nobody',
    async () => {
      const owner = codes[0]?.owner;
      const whole = (await ask(root, 'historical_statistics')).totals;
      expect((await ask(root, 'historical_statistics', { owner })).totals).toEqual(whole);
      const nobody = 'f'.repeat(24);
      expect((await ask(root, 'historical_statistics', { owner: nobody })).totals.view_number).toBe(0);
      expect((await ask(customer, 'historical_statistics', { owner })).totals.view_number).toBe(0);
    },
    LIMIT_MS,
  );

  async function breakdown(area: string, body: Record<string, unknown>): Promise<Page<Slice>> {
    return (await root.call<Page<Slice>>(`${area}/breakdown`, body)).content;
  }

  test(
    'somebody else’s codes are not in one’s figures, asked for or not',
    async () => {
      for (const area of ['daily', 'hourly', 'visit_hour', 'historical', 'pc_historical']) {
        for (const body of [{}, { link: codes[0]?.id }])
          expect((await ask(customer, `${area}_statistics`, body)).totals.view_number).toBe(0);
        const slices = await customer.call<Page<Slice>>(`${area}_statistics/breakdown`, {
          dimension: 'system',
        });
        expect(slices.content.count).toBe(0);
      }
    },
    LIMIT_MS,
  );
});

test(
  'a range that cannot be shown is refused at its field, in words',
  async () => {
    const custom = (first_day?: string, last_day?: string) => ({ range: 'custom', first_day, last_day });
    for (const [area, body, path, message] of [
      ['daily', custom('2026-02-30', today), 'first_day', 'Choose the first and the last day.'],
      ['daily', custom(today, addDays(today, 1)), 'last_day', 'The last day must not be after today.'],
      ['daily', custom(today, addDays(today, -1)), 'first_day', 'The first day must not be after the last.'],
      ['daily', custom(addDays(today, -366), today), 'first_day', 'Choose at most 366 days.'],
      ['hourly', custom(addDays(today, -31), today), 'first_day', 'Choose at most 31 days.'],
      [
        'historical',
        custom('2019-12-31', today),
        'first_day',
        'There are no figures before 2020. Choose a later first day.',
      ],
      ['hourly', { range: '90_days' }, 'range', 'This screen does not show that range.'],
      ['daily', custom(), 'first_day', 'Choose the first and the last day.'],
    ] as const) {
      for (const call of ['inquire', 'user_inquire', 'export'])
        expect((await root.call(`${area}_statistics/${call}`, body)).body).toMatchObject({
          code: 'invalid_input',
          errors: [{ path, message }],
        });
    }
  },
  LIMIT_MS,
);

describe('exports', () => {
  test(
    'each screen exports what it shows, with words of the caller’s language',
    async () => {
      for (const [area, range] of [
        ['daily', '7_days'],
        ['hourly', 'yesterday'],
        ['visit_hour', '30_days'],
        ['historical', 'all'],
        ['pc_historical', '90_days'],
      ] as const) {
        const shown = await ask(root, `${area}_statistics`, { range });
        const done = await runOperation(root, `${area}_statistics/export`, { range });
        expect(done).toMatchObject({ status: 2, error_code: null });
        const answer = await download(product.origin, root.token, done.id);
        expect(answer.headers.get('content-disposition')).toContain('attachment');
        const bytes = new Uint8Array(await answer.arrayBuffer());
        expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
        const [head, ...rows] = readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
        expect(head?.slice(0, 2)).toEqual(['Time', 'Visits']);
        expect(rows.map(([key, visits]) => [key, Number(visits)])).toEqual(
          shown.points.map(({ key, view_number }) => [key.replace('T', ' '), view_number]),
        );
      }
      const slices = await runOperation(root, 'daily_statistics/export', { table: 'code', range: '30_days' });
      const [head, ...rows] = readCsv(await (await download(product.origin, root.token, slices.id)).text());
      expect(head?.[0]).toBe('Code');
      expect(rows.map(([name]) => name).sort()).toEqual(codes.map(({ name }) => name).sort());
    },
    LIMIT_MS,
  );

  test(
    'all visitors are exported, and the call has answered 202 before',
    async () => {
      const done = await runOperation(root, 'visitor/export', {});
      const pairs = new Set(written.map(({ address, code }) => `${address} ${code}`)).size;
      expect(done).toMatchObject({ status: 2, done: pairs, total: pairs });
      const [, ...rows] = readCsv(await (await download(product.origin, root.token, done.id)).text());
      expect(rows.length).toBe(pairs);
      const listed = await root.call<Page<{ id: string; type: string }>>('async_operations/inquire', {});
      expect(listed.content.content.find(({ id }) => id === done.id)?.type).toBe('Visitor export');
      await root.call('async_operations/remove', { id: done.id });
      expect((await download(product.origin, root.token, done.id)).status).toBe(404);
    },
    LIMIT_MS,
  );
});
