import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, enterAs, openScreen, settle } from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';
import { openStatistics, type StatisticsPlace, showsFigure } from '../e2e/statistics-place.ts';
import type { Product } from '../product.ts';

setDefaultTimeout(240_000);
let place: StatisticsPlace;
let product: Product;
let codes: StatisticsPlace['codes'];
let ask: StatisticsPlace['ask'];

beforeAll(async () => {
  place = await openStatistics();
  ({ product, codes, ask } = place);
}, 240_000);
afterAll(() => place?.close(), 60_000);

describe('statistics in the browser, closely', () => {
  test('a press on a bar narrows every part to it, says what is not kept, and a press on its name shows all', async () => {
    const { context, page, faults } = await place.open(product.administrator);
    await openScreen(page, product.origin, 'daily_statistics');
    const all = await ask('daily_statistics', { range: '30_days' });
    // The map has what the list beside it says, for the mouse and for keys; a country shows its regions and cities.
    const map = page.getByRole('region', { name: /^World map of visits/ });
    const china = page.getByRole('button', { name: 'Regions and cities of China' });
    const visits = await china.locator('xpath=ancestor::tr/td').first().textContent();
    await map.locator('[data-code=CN]').hover();
    await map.getByText(`Visits ${visits} · Share`).waitFor();
    await map.focus();
    await page.keyboard.press('Home');
    await map
      .getByRole('status')
      .filter({ hasText: `China · Visits ${visits}` })
      .waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await arriveAt(page, /country=CN/);
    await page.getByText('City', { exact: true }).click();
    await page.getByRole('button', { name: 'Show only Shenzhen' }).waitFor();
    await page.getByRole('button', { name: 'All countries and regions' }).click();
    await map.locator('[data-code=CN]').click();
    await page.getByText('Region', { exact: true }).click();
    const bar = page.getByRole('button', { name: 'Show only Guangdong' });
    await bar.click();
    await arriveAt(page, /only=region%3ACN/);
    const [by = '', value] = (new URL(page.url().replace('#/', '')).searchParams.get('only') ?? '').split(
      ':',
    );
    const only = { by, value };
    const narrowed = await ask('daily_statistics', { range: '30_days', only });
    expect(narrowed.totals.view_number).toBeGreaterThan(0);
    expect(narrowed.totals.view_number).toBeLessThan(all.totals.view_number);
    expect(narrowed.totals).toMatchObject({ ip_view_number: null, new_visitor_number: null });
    await showsFigure(page, 'Visits', narrowed.totals.view_number);
    const help = page.getByRole('button', { name: 'Unique IPs: Not kept for what is chosen here' });
    await help.focus();
    await page.getByRole('tooltip').getByText('Not kept for what is chosen here').waitFor();
    await help.blur();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await page.getByText('Counted in visitors').first().waitFor();
    await shows(bar, { attribute: ['aria-pressed', 'true'] });
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    // A device takes its place: figures are not kept by both.
    await page.getByRole('button', { name: 'Show only Phone' }).click();
    await arriveAt(page, /kind=phone/);
    await arriveAt(page, /^(?!.*only=)/);
    // By the hour it is not applied, and that is said.
    await page.getByRole('navigation', { name: 'Over time' }).getByRole('link', { name: 'By hour' }).click();
    await page.getByText('Phone is not applied here').waitFor();
    await page.getByRole('button', { name: 'Remove filter: Kind: Phone' }).click();
    await page.waitForFunction(() => !location.hash.includes('kind='));
    await page.getByText('is not applied here').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the page of a code has its statistics, whose range and kind stand in the page’s address', async () => {
    const { context, page, faults } = await place.open();
    const [code] = codes;
    await enterAs(page, product.origin, product.administrator);
    await openScreen(page, product.origin, `set_qr_code?id=${code?.id}&range=7_days`);
    const week = await ask('daily_statistics', { range: '7_days', link: code?.id });
    await showsFigure(page, 'Visits', week.totals.view_number);
    await shows(page.getByRole('combobox', { name: 'QR code' }), { count: 0 });
    const entry = async (value: string) =>
      ask('daily_statistics', { range: '7_days', link: code?.id, only: { by: 'entry', value } });
    const [scans, clicks] = [await entry('scan'), await entry('link')].map(
      ({ totals }) => totals.view_number,
    );
    expect((scans as number) + (clicks as number)).toBe(week.totals.view_number);
    for (const [name, figure] of Object.entries({ Scans: scans, Clicks: clicks }))
      await page.getByRole('row', { name: new RegExp(`^Show only ${name} ${figure} `) }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Statistics' }).click();
    await page.getByRole('option', { name: 'By hour' }).click();
    await arriveAt(page, new RegExp(`set_qr_code\\?id=${code?.id}&range=7_days&figures=hourly_statistics$`));
    await page.getByRole('heading', { level: 2, name: 'Visits by hour' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('hours without a visit are one line of the table, until it is opened', async () => {
    const { context, page } = await place.open(product.administrator);
    // The sample comes from nine in the morning on; today's until now, whatever hour it is.
    await openScreen(page, product.origin, 'visit_hour_statistics?range=yesterday');
    await page.getByText('Table', { exact: true }).click();
    await arriveAt(page, /view=table/);
    const quiet = page.getByRole('button', { name: /^No visits 00:00 – (08|09|10|11):59$/ });
    await quiet.waitFor();
    await shows(page.getByRole('cell', { name: '03:00 – 03:59' }), { count: 0 });
    expect(await axeViolations(page)).toEqual([]);
    await quiet.click();
    await page.getByRole('cell', { name: '03:00 – 03:59' }).waitFor();
    await context.close();
  });

  test('every time is told in the platform’s zone, with its name, in a browser of another', async () => {
    const { context, page } = await place.open(product.administrator, { timeZone: 'Pacific/Honolulu' });
    await openScreen(page, product.origin, 'visitor?sort=-last_time');
    const time = page.getByRole('row').nth(1).locator('time');
    const moment = new Date((await time.getAttribute('datetime')) ?? '');
    const told = new Intl.DateTimeFormat('en-US', {
      timeZone: product.timeZone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }).format(moment);
    await time.hover();
    await page.getByRole('tooltip').getByText(`${told} · ${product.timeZone}`).waitFor();
    // What is chosen by time is chosen in it as well.
    const from = new Date(Date.now() - 86_400_000);
    await openScreen(page, product.origin, `visitor?last_time_from=${from.toISOString()}`);
    await page.getByRole('button', { name: /^More filters/ }).click();
    const entered = new Intl.DateTimeFormat('sv-SE', {
      timeZone: product.timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(from);
    await page.locator(`input[value="${entered}"]`).first().waitFor();
    await context.close();
  });
});
