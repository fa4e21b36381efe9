import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { runHere } from '../../../runtime/command/testing/run-waypost.ts';
import { openScreen } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { type MonitorDesk, openMonitorDesk, QUIET } from '../../monitor-desk.ts';
import { startProduct } from '../../product.ts';
import { until } from '../../until.ts';

// Faults that take a while: a process that falls silent, a store that stops, a backup that fails.

setDefaultTimeout(400_000);
const LIMIT = { timeout: 180_000 };

const root = mkdtempSync(join(tmpdir(), 'waypost-monitor-faults-'));
const folder = join(root, 'kept');
let place: Place;
let desk: MonitorDesk;
let page: Page;

beforeAll(async () => {
  place = await openPlace(startProduct);
  desk = await openMonitorDesk(place.product);
  await desk.limit(QUIET);
  ({ page } = await place.open(place.product.administrator));
  await openScreen(page, place.product.origin, 'monitor');
  await verdict().getByText('All is well', { exact: true }).waitFor(LIMIT);
}, 240_000);
afterAll(async () => {
  await place?.close();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const verdict = () => page.getByRole('main').locator('[data-tone]');
const titles = async () =>
  (
    await desk.admin.call<{ content: { title: string }[] }>('message/inquire', { page_size: 100 })
  ).content.content.map(({ title }) => title);
const told = (title: RegExp, times: number) =>
  until(
    `${title} is told ${times} times`,
    async () => (await titles()).filter((one) => title.test(one)).length === times,
    {
      withinMs: 120_000,
      everyMs: 2_000,
      explain: async () => (await titles()).join('\n'),
    },
  );
/** The line of `doctor` that tells what the monitor does. */
const doctor = async () => {
  const { out } = await runHere(place.product.dataDir, ['doctor', '--json']);
  return (JSON.parse(out) as { name: string; ok: boolean; found: string }[]).find(
    ({ name }) => name === 'monitor',
  );
};

test('a process that is stopped falls silent: screen, doctor, metrics and /readyz say so, administrators get one message, and one when it is over', async () => {
  const { aggregator } = place.product.childPids();
  if (aggregator === undefined) throw new Error('there is no aggregator');
  await until('it has spoken', async () =>
    (await desk.state()).processes.some(({ kind }) => kind === 'aggregator'),
  );
  process.kill(aggregator, 'SIGSTOP');
  try {
    await verdict().locator('[data-problem=process_silent][data-level=alarm]').waitFor(LIMIT);
    await page.getByRole('row').filter({ hasText: 'Aggregator' }).getByText('Silent').waitFor(LIMIT);
    expect(await desk.warning('jobs')).toBe('process_silent');
    expect(await desk.measured()).toEqual(['process_silent']);
    const line = await doctor();
    expect(line?.ok).toBe(false);
    expect(line?.found).toMatch(
      /^process_silent: The process aggregator · .* has said nothing for \d+ s\. Look on its server/,
    );
    await told(/^The process aggregator · .* has said nothing/, 1);
  } finally {
    process.kill(aggregator, 'SIGCONT');
  }
  await verdict().getByText('All is well', { exact: true }).waitFor(LIMIT);
  await told(/^The process aggregator · .* speaks again/, 1);
  // Told once, however often it was looked at.
  await told(/^The process aggregator · .* has said nothing/, 1);
  expect(await doctor()).toMatchObject({ ok: true, found: 'all is well' });
});

describe.skipIf(process.env.MONGODB_URI !== undefined)('with the embedded store', () => {
  test('a store that is stopped stands on the open screen, whose figures stay, and goes again', async () => {
    const { store } = place.product.childPids();
    if (store === undefined) throw new Error('there is no store');
    process.kill(store, 'SIGSTOP');
    try {
      await verdict().locator('[data-problem=store_unavailable]').waitFor(LIMIT);
      await verdict().getByText('The store does not answer').waitFor(LIMIT);
      await verdict().getByText('Last known figures, from').waitFor(LIMIT);
      await shows(page.getByRole('row').filter({ hasText: 'Aggregator' }), { count: 1 });
      const { roles } = (await (await fetch(`${place.product.origin}/readyz`)).json()) as {
        roles: Record<string, { reason?: string }>;
      };
      expect(roles.api?.reason).toBe('store_unavailable');
    } finally {
      process.kill(store, 'SIGCONT');
    }
    await verdict().getByText('All is well', { exact: true }).waitFor(LIMIT);
  });

  test('a backup that fails stands on the screen until one is made', async () => {
    const settings = async () =>
      (await desk.admin.call<{ form: { version: number } }>('backup/settings')).content.form.version;
    const configure = async (change: object) =>
      desk.admin.call('backup/change_settings', { version: await settings(), change });
    expect((await configure({ backup_folder: folder })).status).toBe(200);
    // What was a folder is a file when its time has come.
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    await configure({ backup_time: '00:00' });
    await verdict().locator('[data-problem=backup_failed][data-level=alarm]').waitFor(LIMIT);
    expect(await desk.warning('jobs')).toBe('backup_failed');
    expect(await desk.measured()).toEqual(['backup_failed']);
    expect((await doctor())?.found).toMatch(/^backup_failed: The last backup has failed\. /);
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    await configure({ backup_keep: 3 });
    await verdict().getByText('All is well', { exact: true }).waitFor(LIMIT);
    expect((await desk.state()).backup.last_time).not.toBeNull();
  });
});
