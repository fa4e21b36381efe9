import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle, until } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';

// Everybody's visits are counted here, and the store is written to: a product of its own.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };
const VISITS = 4;

interface Counts {
  hours: { state: string; answered: number; counted: number; rolled_up: number }[];
  totals: { answered: number; journalled: number; counted: number; rolled_up: number };
}

let place: Place;
let root: Api;
beforeAll(async () => {
  place = await openPlace(startProduct);
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  const targets = [{ url: 'https://example.com/?utm_source=poster' }];
  const body = { name: 'Advertised', targets, jump_type: 6, open_log: 2 };
  const { content } = await root.call<{ short_url: string; qr_url: string }>('qr_code_list/add', body);
  for (let visit = 0; visit < VISITS; visit += 1)
    await fetch(
      visit === 0 ? content.qr_url : `${content.short_url}?utm_source=newsletter&utm_campaign=spring%20sale`,
      {
        redirect: 'manual',
        headers: { 'accept-language': visit === 3 ? 'sw-KE,sw;q=0.9' : 'zh-Hans-CN,zh;q=0.8' },
      },
    );
  await until('all visits are counted', async () => {
    const { totals } = await counts();
    return totals.rolled_up === VISITS && totals.answered === VISITS;
  });
}, 240_000);
afterAll(() => place?.close());

const counts = async (): Promise<Counts> => (await root.call<Counts>('count_reconciliation/inquire')).content;
const slices = async (dimension: string, more: object = {}) => {
  const { content } = await root.call<{
    content: { value: string; view_number: number }[];
    kept_since?: string | null;
  }>('daily_statistics/breakdown', { dimension, range: 'today', ...more });
  return {
    since: content.kept_since,
    values: Object.fromEntries(content.content.map(({ value, view_number }) => [value, view_number])),
  };
};

test('visits are told by language and campaign; beside each other from kept visits, with the time of the first', async () => {
  expect((await slices('language')).values).toEqual({ 'zh-CN': 3, 'sw-KE': 1 });
  expect((await slices('entry')).values).toEqual({ scan: 1, link: 3 });
  expect((await slices('entry', { only: { by: 'language', value: 'sw-KE' } })).values).toEqual({ link: 1 });
  expect((await slices('utm_source')).values).toEqual({ poster: 1, newsletter: 3 });
  expect((await slices('utm_campaign')).values).toEqual({ '': 1, 'spring sale': 3 });
  const narrowed = await slices('language', { only: { by: 'utm_source', value: 'newsletter' } });
  expect(narrowed.values).toEqual({ 'zh-CN': 2, 'sw-KE': 1 });
  expect(Date.parse(narrowed.since ?? '')).toBeGreaterThan(0);
  expect((await slices('group')).values).toEqual({ '': VISITS });

  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'daily_statistics?range=today');
  await page.getByRole('button', { name: /newsletter/ }).click(LIMIT);
  await page.getByRole('button', { name: /Campaign source: newsletter/ }).waitFor(LIMIT);
  await page.getByText('From the visits kept since').first().waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an operator sees that the counters of an hour agree, and is told everywhere once they do not', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'count_reconciliation');
  const row = page.getByRole('row').filter({ hasText: /\d\d:00/ });
  await row.first().getByText('Agree').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);

  // As if a batch had been counted twice.
  await withStore(place.product, (database) =>
    database.collection('visit_hours').updateOne({ counted: { $gt: 0 } }, { $inc: { counted: 2 } }),
  );
  await page.reload();
  await page.getByText('Counts differ on 1 day of the last month').waitFor(LIMIT);
  const differing = page.locator('tr[data-tone="bad"]');
  await differing.getByText('2 counted and not rolled up').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await openScreen(page, place.product.origin, 'home_admin');
  await page.getByText('Visit counts differ in 1 hour').waitFor(LIMIT);
  expect(faults).toEqual([]);
  await page.context().close();
});
