import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page as PageOf } from '@waypost/contract';
import type { Browser, Page } from 'playwright-core';
import type { Statistics } from '../../plugins/qr/statistics/calls.ts';
import { type Api, signIn } from '../api.ts';
import { readCsv } from '../operations.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { CALM_ZONE } from '../time-zone.ts';
import { axeViolations } from './axe.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  PHONE,
  settle,
  shareBrowser,
  until,
  watchFaults,
} from './browser.ts';
import { writePastVisits } from './past-visits.ts';

const VISITS = 12_000;

setDefaultTimeout(240_000);
let product: Product;
let browser: Browser;
let api: Api;
let codes: { id: string; owner: string; name: string }[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  api = await signIn(product.origin, product.administrator);
  for (const name of ['Menu', 'Poster', 'Van'])
    await api.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  codes = (await api.call<PageOf<(typeof codes)[number]>>('qr_code_list/inquire')).content.content;
  const past = { zone: CALM_ZONE, now: Date.now(), days: 100, visits: VISITS, codes };
  writePastVisits({ dataDir: product.dataDir, ...past });
  await until('all visits are counted', async () => {
    const { content } = await api.call<Statistics>('historical_statistics/inquire');
    return content.totals.view_number === VISITS;
  });
}, 240_000);
afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
}, 60_000);

/** A figure as the card of that name shows it. */
const figure = async (page: Page, label: string): Promise<number> => {
  const card = page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) });
  const text = await card.locator('dd').first().locator('span').first().textContent();
  return Number(text?.replaceAll(',', ''));
};
const ask = async (area: string, body: object): Promise<Statistics> =>
  (await api.call<Statistics>(`${area}/inquire`, body)).content;

describe('statistics in the browser', () => {
  test('range, comparison, narrowing and closer looks stand in the address and agree with the server', async () => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);
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
    expect(await figure(page, 'Visits')).toBe(month.totals.view_number);
    expect(await figure(page, 'Unique IPs')).toBe(month.totals.ip_view_number as number);
    await page.getByText('Period before').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // Another range, by the list; the address keeps it over a reload.
    await page.getByRole('combobox', { name: 'Range' }).click();
    await page.getByRole('option', { name: 'Last 7 days' }).click();
    await arriveAt(page, /range=7_days/);
    const week = await ask('daily_statistics', { range: '7_days' });
    await until('the week is shown', async () => (await figure(page, 'Visits')) === week.totals.view_number);
    const afterFirst = loaded.length;
    await page.getByText('Compare with the period before').click();
    await arriveAt(page, /compare=off/);
    await page.reload();
    await settle(page);
    expect(await figure(page, 'Visits')).toBe(week.totals.view_number);
    expect(await page.getByText('Visits before').count()).toBe(0);
    expect(loaded.length).toBeGreaterThanOrEqual(afterFirst);

    // One code, by its name in the list of codes.
    const [code] = codes;
    await page.getByRole('button', { name: `Show only ${code?.name}` }).click();
    await arriveAt(page, new RegExp(`link=${code?.id}`));
    const narrowed = await ask('daily_statistics', { range: '7_days', link: code?.id });
    await until(
      'only the code is shown',
      async () => (await figure(page, 'Visits')) === narrowed.totals.view_number,
    );

    // Own days: what cannot be shown is said at once, what can is.
    await openScreen(page, product.origin, 'hourly_statistics?range=custom&first=2026-01-01&last=2026-03-01');
    await page.getByText('Choose at most 31 days.').first().waitFor();
    const today = month.today;
    await page.getByLabel('First day').fill(today);
    await page.getByLabel('Last day').fill(today);
    await arriveAt(page, new RegExp(`last=${today}`));
    const day = await ask('hourly_statistics', { range: 'today' });
    await until('today is shown', async () => (await figure(page, 'Visits')) === day.totals.view_number);
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByText('The first day must not be after the last.').waitFor();

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
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await enterAs(page, product.origin, product.administrator);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const entry = menu.getByRole('link', { name: 'Analytics', exact: true });
    await entry.click();
    await arriveAt(page, /#\/customer\/today_statistics$/);
    expect(await menu.getByRole('link', { name: 'By day' }).count()).toBe(0);
    const tabs = page.getByRole('navigation', { name: 'Analytics' });
    expect(await tabs.getByRole('link').allTextContents()).toEqual([
      'Today',
      'Live',
      'Visitors',
      'By day',
      'By hour',
      'Busiest hours',
      'All time',
      'Computers',
    ]);
    const [code] = codes;
    await openScreen(page, product.origin, `daily_statistics?range=7_days&link=${code?.id}&page=2`);
    expect(await entry.getAttribute('aria-current')).toBe('page');
    await tabs.getByRole('link', { name: 'By hour' }).click();
    await arriveAt(page, new RegExp(`hourly_statistics\\?link=${code?.id}&range=7_days$`));
    const hours = await ask('hourly_statistics', { range: '7_days', link: code?.id });
    await until(
      'the same range of the same code is shown by hour',
      async () => (await figure(page, 'Visits')) === hours.totals.view_number,
    );
    await tabs.getByRole('link', { name: 'Today' }).click();
    await arriveAt(page, new RegExp(`today_statistics\\?link=${code?.id}&range=7_days$`));
    const day = await api.call<Statistics['totals']>('today_statistics/inquire', { link: code?.id });
    await until(
      'today of the same code is shown',
      async () => (await figure(page, 'Visits')) === day.content.view_number,
    );
    await tabs.getByRole('link', { name: 'Visitors' }).click();
    await arriveAt(page, new RegExp(`visitor\\?link=${code?.id}&range=7_days$`));
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    // A letter still leads to each of them.
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await arriveAt(page, /#\/customer\/daily_statistics$/);

    // With pictures only, and on a phone, it is the same entry.
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await entry.click();
    await arriveAt(page, /#\/customer\/today_statistics$/);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Analytics', exact: true }).click();
    await tabs.getByRole('link', { name: 'Computers' }).click();
    await arriveAt(page, /#\/customer\/pc_historical_statistics$/);
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a press on a bar narrows every part to it, says what is not kept, and a press on its name shows all', async () => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await enterAs(page, product.origin, product.administrator);
    await openScreen(page, product.origin, 'daily_statistics');
    const all = await ask('daily_statistics', { range: '30_days' });
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
    await until(
      'only the region is shown',
      async () => (await figure(page, 'Visits')) === narrowed.totals.view_number,
    );
    const help = page.getByRole('button', { name: 'Unique IPs: Not kept for what is chosen here' });
    await help.focus();
    await page.getByRole('tooltip').getByText('Not kept for what is chosen here').waitFor();
    await help.blur();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await page.getByText('Counted in visitors').first().waitFor();
    expect(await bar.getAttribute('aria-pressed')).toBe('true');
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    // A device takes its place: figures are not kept by both.
    await page.getByRole('button', { name: 'Show only Phone' }).click();
    await arriveAt(page, /kind=phone/);
    expect(page.url()).not.toContain('only=');
    // By the hour it is not applied, and that is said.
    await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'By hour' }).click();
    await page.getByText('Phone is not applied here').waitFor();
    await page.getByRole('button', { name: 'Remove filter: Kind: Phone' }).click();
    await page.waitForFunction(() => !location.hash.includes('kind='));
    await page.getByText('is not applied here').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the page of a code has its statistics, whose range and kind stand in the page’s address', async () => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);
    const [code] = codes;
    await enterAs(page, product.origin, product.administrator);
    await openScreen(page, product.origin, `set_qr_code?id=${code?.id}&range=7_days`);
    const week = await ask('daily_statistics', { range: '7_days', link: code?.id });
    expect(await figure(page, 'Visits')).toBe(week.totals.view_number);
    expect(await page.getByRole('combobox', { name: 'QR code' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Statistics' }).click();
    await page.getByRole('option', { name: 'By hour' }).click();
    await arriveAt(page, new RegExp(`set_qr_code\\?id=${code?.id}&range=7_days&figures=hourly_statistics$`));
    await page.getByRole('heading', { level: 2, name: 'Visits by hour' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('hours without a visit are one line of the table, until it is opened', async () => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    await enterAs(page, product.origin, product.administrator);
    // The sample comes from nine in the morning on; today's until now, whatever hour it is.
    await openScreen(page, product.origin, 'visit_hour_statistics?range=yesterday');
    await page.getByText('Table', { exact: true }).click();
    await arriveAt(page, /view=table/);
    const quiet = page.getByRole('button', { name: /^No visits 00:00 – (08|09|10|11):59$/ });
    await quiet.waitFor();
    expect(await page.getByRole('cell', { name: '03:00 – 03:59' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await quiet.click();
    await page.getByRole('cell', { name: '03:00 – 03:59' }).waitFor();
    await context.close();
  });

  test('every time is told in the platform’s zone, with its name, in a browser of another', async () => {
    const context = await openContext(browser, {
      locale: 'en-US',
      theme: 'light',
      size: DESKTOP,
      timeZone: 'Pacific/Honolulu',
    });
    const page = await context.newPage();
    await enterAs(page, product.origin, product.administrator);
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

  test('an export shows its progress, can be cancelled, and its file holds what the screen shows', async () => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'dark', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await enterAs(page, product.origin, product.administrator);
    await openScreen(page, product.origin, 'daily_statistics?range=30_days');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const tray = page.getByRole('region', { name: 'Started on this page' });
    await tray.getByText('Done').waitFor();
    const [file] = await Promise.all([
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
      expect(await row.getByRole('button', { name: /^Download/ }).count()).toBe(0);
    });
    expect(await axeViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('every screen fits a phone, in each language and theme', async () => {
    for (const { view, screens } of [
      {
        view: { locale: 'zh-CN', theme: 'light', size: PHONE },
        screens: ['daily', 'visit_hour', 'pc_historical'],
      },
      { view: { locale: 'sw-KE', theme: 'dark', size: PHONE }, screens: ['hourly', 'historical'] },
    ] as const) {
      const context = await openContext(browser, view);
      const page = await context.newPage();
      const faults = watchFaults(page);
      await enterAs(page, product.origin, product.administrator);
      for (const screen of screens) {
        await openScreen(page, product.origin, `${screen}_statistics`);
        await page.locator('section[data-ready=true] canvas').first().waitFor();
        const isWide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        );
        expect([screen, view.locale, isWide]).toEqual([screen, view.locale, false]);
        expect([screen, await axeViolations(page)]).toEqual([screen, []]);
      }
      expect(faults).toEqual([]);
      await context.close();
    }
  });
});
