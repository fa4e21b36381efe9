import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Statistics } from '../../plugins/qr/statistics/calls.ts';
import type { Api } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, enterAs, openScreen, PHONE, settle, until } from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';
import { openStatistics, type StatisticsPlace, showsFigure } from '../e2e/statistics-place.ts';
import { readCsv } from '../operations.ts';
import type { Product } from '../product.ts';
import { withStore } from '../security/world.ts';

setDefaultTimeout(240_000);
let place: StatisticsPlace;
let product: Product;
let api: Api;
let codes: StatisticsPlace['codes'];
let ask: StatisticsPlace['ask'];

beforeAll(async () => {
  place = await openStatistics();
  ({ product, api, codes, ask } = place);
}, 240_000);
afterAll(() => place?.close(), 60_000);

describe('statistics in the browser', () => {
  test('range, comparison, narrowing and closer looks stand in the address and agree with the server', async () => {
    const { context, page, faults } = await place.open();
    const loaded: string[] = [];
    page.on('requestfinished', (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) loaded.push(request.url());
    });
    await enterAs(page, product.origin, product.administrator);
    await openScreen(page, product.origin, 'administrators');
    const beforeCharts = loaded.length;
    await openScreen(page, product.origin, 'daily_statistics');
    await page.locator('section[data-ready=true] canvas').first().waitFor();
    expect(loaded.length).toBeGreaterThan(beforeCharts);
    const month = await ask('daily_statistics', { range: '30_days' });
    await showsFigure(page, 'Visits', month.totals.view_number);
    await showsFigure(page, 'Unique IPs', month.totals.ip_view_number as number);
    await page.getByText('Period before').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // Another range, by the list; the address keeps it over a reload.
    await page.getByRole('combobox', { name: 'Range' }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await arriveAt(page, /range=7_days/);
    const week = await ask('daily_statistics', { range: '7_days' });
    await showsFigure(page, 'Visits', week.totals.view_number);
    const afterFirst = loaded.length;
    await page.getByRole('combobox', { name: 'Compare' }).click();
    await page.getByRole('option', { name: 'Do not compare' }).click();
    await arriveAt(page, /compare=off/);
    await page.reload();
    await settle(page);
    await showsFigure(page, 'Visits', week.totals.view_number);
    await shows(page.getByText('Visits before'), { count: 0 });
    expect(loaded.length).toBeGreaterThanOrEqual(afterFirst);

    // One code, by its name in the list of codes.
    const [code] = codes;
    await page.getByRole('button', { name: `Show only ${code?.name}` }).click();
    await arriveAt(page, new RegExp(`link=${code?.id}`));
    const narrowed = await ask('daily_statistics', { range: '7_days', link: code?.id });
    await showsFigure(page, 'Visits', narrowed.totals.view_number);

    // Own days: what cannot be shown is said at once, what can is.
    await openScreen(page, product.origin, 'hourly_statistics?range=custom&first=2026-01-01&last=2026-03-01');
    await page.getByText('Choose at most 31 days.').first().waitFor();
    const today = month.today;
    await page.getByLabel('First day').fill(today);
    await page.getByLabel('Last day').fill(today);
    await arriveAt(page, new RegExp(`last=${today}`));
    const day = await ask('hourly_statistics', { range: 'today' });
    await showsFigure(page, 'Visits', day.totals.view_number);
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByText('The first day must not be after the last.').waitFor();
    // Both at once, before the page is drawn again: neither is lost.
    await page.evaluate(
      (days) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        for (const [label, value] of Object.entries(days)) {
          const field = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
          set?.call(field, value);
          field?.dispatchEvent(new Event('input', { bubbles: true }));
        }
      },
      { 'First day': '2026-01-02', 'Last day': '2026-01-03' },
    );
    await arriveAt(page, /first=2026-01-02&last=2026-01-03/);

    // Keys read the chart.
    await openScreen(page, product.origin, 'visit_hour_statistics');
    const chart = page.locator('section[data-ready=true]').first();
    await chart.waitFor();
    await chart.focus();
    await page.keyboard.press('End');
    await chart.getByRole('status').filter({ hasText: '23:00 – 23:59' }).waitFor({ state: 'attached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the menu has one entry for all figures, whose tabs take along whose visits of when are shown', async () => {
    const { context, page, faults } = await place.open(product.administrator);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const entry = menu.getByRole('link', { name: 'Analytics', exact: true });
    await entry.click();
    await arriveAt(page, /#\/customer\/today_statistics\?scope=all$/);
    await shows(menu.getByRole('link', { name: 'By day' }), { count: 0 });
    const tabs = page.getByRole('navigation', { name: 'Analytics' });
    await shows(tabs.getByRole('link'), {
      texts: ['Today', 'Live', 'Visitors', 'Over time', 'Sources', 'Look-up'],
    });
    const [code] = codes;
    await openScreen(page, product.origin, `daily_statistics?range=7_days&link=${code?.id}&page=2`);
    await shows(entry, { attribute: ['aria-current', 'page'] });
    await shows(tabs.getByRole('link', { name: 'Over time' }), { attribute: ['aria-current', 'true'] });
    const overTime = page.getByRole('navigation', { name: 'Over time' });
    await overTime.getByRole('link', { name: 'By hour' }).click();
    await arriveAt(page, new RegExp(`hourly_statistics\\?scope=all&link=${code?.id}&range=7_days$`));
    const hours = await ask('hourly_statistics', { range: '7_days', link: code?.id });
    await showsFigure(page, 'Visits', hours.totals.view_number);
    await tabs.getByRole('link', { name: 'Today' }).click();
    await arriveAt(page, new RegExp(`today_statistics\\?scope=all&link=${code?.id}&range=7_days$`));
    const day = await api.call<Statistics['totals']>('today_statistics/inquire', { link: code?.id });
    await showsFigure(page, 'Visits', day.content.view_number);
    await tabs.getByRole('link', { name: 'Visitors' }).click();
    await arriveAt(page, new RegExp(`visitor\\?scope=all&link=${code?.id}&range=7_days$`));
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    // A letter still leads to each of them.
    // The second letter has to follow within 1.5 s, which a stalled machine may miss.
    await until('g and d lead to the days', async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      const arrived = page.waitForURL(/#\/customer\/daily_statistics\?scope=all$/, { timeout: 5_000 });
      return arrived.then(
        () => true,
        () => false,
      );
    });

    // With pictures only, and on a phone, it is the same entry.
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await entry.click();
    await arriveAt(page, /#\/customer\/today_statistics\?scope=all$/);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Analytics', exact: true }).click();
    await tabs.getByRole('link', { name: 'Sources' }).click();
    await arriveAt(page, /#\/customer\/pc_historical_statistics\?scope=all$/);
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('an export shows its progress, can be cancelled, and its file holds what the screen shows', async () => {
    const { context, page, faults } = await place.open(product.administrator, { theme: 'dark' });
    await openScreen(page, product.origin, 'daily_statistics?range=30_days');
    const tray = page.getByRole('region', { name: 'Started on this page' });
    // Who stays gets the file without another press; the button is for having it once more.
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    await tray.getByText('Done').waitFor();
    await Promise.all([
      page.waitForEvent('download'),
      tray.getByRole('button', { name: 'Download' }).click(),
    ]);
    const month = await ask('daily_statistics', { range: '30_days' });
    expect(file.suggestedFilename()).toBe(`Visits by day ${month.first_day} ${month.last_day}.csv`);
    const [head, ...rows] = readCsv(readFileSync(await file.path(), 'utf8'));
    expect(head?.[0]).toBe('Time');
    expect(rows.map(([key, visits]) => [key, Number(visits)])).toEqual(
      month.points.map(({ key, view_number }) => [key, view_number]),
    );
    expect(await axeViolations(page)).toEqual([]);

    // A long one, run by another process: how far it is shows live, and it can be called off.
    await openScreen(page, product.origin, 'async_operations');
    await page.getByRole('cell', { name: 'Statistics export' }).waitFor();
    await withStore(product, async (database) => {
      const rows = database.collection<{ _id: string }>('system_operation');
      const [finished] = await rows.find().toArray();
      const elsewhere = {
        ...finished,
        _id: 'c'.repeat(24),
        name: 'A long export',
        status: 1,
        done: 400,
        total: 1000,
        file_name: null,
        file_size: null,
        end_time: null,
        runner: 'another process',
        beat: new Date(Date.now() + 600_000),
      };
      await rows.insertOne(elsewhere);
      const row = page.getByRole('row').filter({ hasText: 'A long export' });
      await row.getByText('400 of 1,000').waitFor();
      await rows.updateOne({ _id: elsewhere._id }, { $set: { done: 800 } });
      await row.getByText('800 of 1,000').waitFor();
      await row.getByRole('button', { name: /^Cancel/ }).click();
      await until(
        'the run learns of it',
        async () => (await rows.findOne({ _id: elsewhere._id, is_cancelled: true })) !== null,
      );
      // That process says nothing any more: what it was told to stop is stopped for it.
      await rows.updateOne({ _id: elsewhere._id }, { $set: { beat: new Date(0) } });
      await row.getByText('Cancelled').waitFor();
      await shows(row.getByRole('button', { name: /^Download/ }), { count: 0 });
    });
    expect(await axeViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
