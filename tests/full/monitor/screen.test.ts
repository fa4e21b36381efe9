import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { axeViolations } from '../../e2e/axe.ts';
import { DESKTOP, openScreen, PHONE, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { type MonitorDesk, openMonitorDesk, QUIET } from '../../monitor-desk.ts';
import { startProduct } from '../../product.ts';

// Limits are changed and a process is stopped: a product of its own.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 90_000 };

let place: Place;
let desk: MonitorDesk;
beforeAll(async () => {
  place = await openPlace(startProduct);
  desk = await openMonitorDesk(place.product);
  await desk.limit(QUIET);
}, 240_000);
afterAll(() => place?.close());

test('faults that are brought about stand on the screen in words, as in /readyz and /metrics, and go again', async () => {
  const { product } = place;
  const { page, faults } = await place.open(product.administrator);
  await openScreen(page, product.origin, 'monitor');
  const verdict = page.getByRole('main').locator('[data-tone]');
  await verdict.getByText('All is well', { exact: true }).waitFor(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Aggregator' }).getByText('Running').waitFor(LIMIT);
  expect(await desk.codes()).toEqual([]);
  expect(await desk.measured()).toEqual([]);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);

  // Jobs that only wait are shown on demand.
  const waiting = page.getByLabel('Recurring jobs', { exact: true }).getByText('Waiting', { exact: true });
  await shows(waiting, { count: 0 });
  await page.getByRole('button', { name: /^Show all \d+ jobs$/ }).click(LIMIT);
  await waiting.first().waitFor(LIMIT);
  await page.getByRole('button', { name: 'Show fewer jobs' }).click(LIMIT);
  await shows(waiting, { count: 0 });

  // On a phone processes are cards, and charts are folded until somebody asks for them.
  await page.setViewportSize(PHONE);
  const cards = page.getByRole('list', { name: 'Processes' }).getByRole('listitem');
  await cards.filter({ hasText: 'Aggregator' }).getByText('Running', { exact: true }).waitFor(LIMIT);
  await shows(page.getByRole('heading', { name: 'Memory' }), { count: 0 });
  await page.getByText('Processes and disk', { exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: 'Memory' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);

  // A disk that counts as nearly full from now on.
  await desk.limit({ monitor_disk_warning: 99_000_000 });
  await verdict.locator('[data-problem=disk_space][data-level=warning]').waitFor(LIMIT);
  await verdict.getByText(/Free on the disk of the data directory: [\d.]+ GB/).waitFor(LIMIT);
  expect(await desk.warning('visit')).toBe('disk_space');
  expect(await desk.measured()).toEqual(['disk_space']);
  await desk.limit({ monitor_disk_warning: 2_000 });
  await verdict.getByText('All is well', { exact: true }).waitFor(LIMIT);

  // Nobody counts what is answered.
  const { content } = await desk.admin.call<{ short_url: string }>('qr_code_list/add', {
    name: 'Poster',
    targets: [{ url: 'https://example.com/' }],
    jump_type: 6,
  });
  await desk.limit({ monitor_lag_warning: 2 });
  const aggregator = product.childPids().aggregator;
  if (aggregator === undefined) throw new Error('there is no aggregator');
  process.kill(aggregator, 'SIGSTOP');
  try {
    for (let visit = 0; visit < 3; visit++) await fetch(content.short_url, { redirect: 'manual' });
    await verdict.locator('[data-problem=journal_lag]').waitFor(LIMIT);
    await verdict.getByText(/visits that wait: 3/).waitFor(LIMIT);
    await verdict.getByText('1 thing to look at').waitFor(LIMIT);
    expect(await desk.warning('visit')).toBe('journal_lag');
    expect(await desk.measured()).toEqual(['journal_lag']);
    expect(await axeViolations(page)).toEqual([]);
  } finally {
    process.kill(aggregator, 'SIGCONT');
  }
  await verdict.getByText('All is well', { exact: true }).waitFor(LIMIT);
  expect(await desk.warning('visit')).toBeUndefined();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an alarm that would come before its warning is refused at its field', async () => {
  const { page } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'monitor?tab=limits');
  await page.getByLabel('Free disk space: warning', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('An alarm comes after its warning').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.context().close();
});
