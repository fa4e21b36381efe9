import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { signIn } from '../api.ts';
import { PROCESS_LIMIT_MS, until } from '../crash/wait.ts';
import { startProduct } from '../product.ts';

const VISITS = 12;
/** Where the damage is: in the middle of a segment of single visits. */
const [FROM, TO] = [900, 1100];
const dataDir = mkdtempSync(join(tmpdir(), 'waypost-unaccounted-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const waypost = (...words: string[]) =>
  runHere(dataDir, words, {
    variables: process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {},
  });

interface VisitsCheck {
  name: string;
  ok: boolean;
  found: string;
  figures: { unaccounted: number; journals: Record<string, number>[] };
}

async function doctorOnVisits(): Promise<VisitsCheck> {
  const { out } = await waypost('doctor', '--json');
  return (JSON.parse(out) as VisitsCheck[]).find(({ name }) => name === 'visits') as VisitsCheck;
}

test('damaged visits are told wherever an operator looks, kept, and counted once they can be read again', async () => {
  const product = await startProduct({ dataDir, env: { WAYPOST_FOLDING: 'off' } });
  const api = await signIn(product.origin, product.administrator);
  const { content } = await api.call<{ id: string; short_url: string }>('qr_code_list/add', {
    name: 'Damaged',
    targets: [{ url: 'https://example.com/' }],
  });
  for (let visit = 0; visit < VISITS; visit += 1) expect((await fetch(content.short_url)).status).toBe(200);
  await product.stop();

  const before = await doctorOnVisits();
  expect(before.ok).toBe(true);
  expect(before.figures.journals).toMatchObject([
    { answered: VISITS, journalled: VISITS, folded: 0, rolled_up: 0, unaccounted: 0 },
  ]);

  const [journal = ''] = readdirSync(join(dataDir, 'journal')).filter((name) => !name.startsWith('folder'));
  const segment = join(dataDir, 'journal', journal, '00000001.wpj');
  const whole = readFileSync(segment);
  writeFileSync(segment, Buffer.from(whole).fill(0xee, FROM, TO));

  const again = await startProduct({ dataDir });
  let missing = 0;
  try {
    const readMissing = async (): Promise<number> => {
      const { roles } = (await (await fetch(`${again.origin}/readyz`)).json()) as {
        roles: { visit: { visits_unaccounted: number } };
      };
      return roles.visit.visits_unaccounted;
    };
    await until('the readiness tells', PROCESS_LIMIT_MS, async () => (await readMissing()) > 0);
    missing = await readMissing();
    expect(missing).toBeLessThan(4);
    const metrics = await (await fetch(`${again.origin}/metrics`)).text();
    expect(metrics).toContain(`waypost_visit_unaccounted ${missing}\n`);
    expect(metrics).toMatch(/waypost_visit_journal_answered\{journal="[^"]+"\} 0\n/);
    const root = await signIn(again.origin, again.administrator);
    const { content: details } = await root.call<{ view_number: number }>('qr_code_list/details', {
      id: content.id,
    });
    expect(details.view_number).toBe(VISITS - missing);
    const { content: home } = await root.call<{ health: { unaccounted: number } }>('home_admin/inquire');
    expect(home.health.unaccounted).toBe(missing);
    await until('administrators are told', PROCESS_LIMIT_MS, async () => {
      // Not as often as one could: on a busy machine the caller's turns would be used up before the message is there.
      await Bun.sleep(500);
      const { content: inbox } = await root.call<{ content: { content: string }[] }>('message/inquire', {
        notify_status: 1,
        page: 1,
        page_size: 20,
      });
      return inbox.content.some((message) => message.content.includes('waypost visits replay'));
    });
  } finally {
    await again.stop();
  }
  const told = await doctorOnVisits();
  expect(told).toMatchObject({ ok: false, figures: { unaccounted: missing } });
  expect(told.found).toContain('waypost visits replay');

  expect(JSON.parse((await waypost('visits', 'replay', '--json')).out)).toMatchObject({
    recovered: 0,
    unaccounted: missing,
  });
  writeFileSync(join(`${dataDir}/journal-unaccounted`, journal, '00000001.wpj'), whole);
  expect(JSON.parse((await waypost('visits', 'replay', '--json')).out)).toMatchObject({
    visits: 0,
    recovered: missing,
    unaccounted: 0,
  });
  expect(readdirSync(`${dataDir}/journal-unaccounted`)).toEqual([]);
  expect((await doctorOnVisits()).ok).toBe(true);
  const last = await startProduct({ dataDir });
  try {
    const { content: details } = await (await signIn(last.origin, last.administrator)).call<{
      view_number: number;
    }>('qr_code_list/details', { id: content.id });
    expect(details.view_number).toBe(VISITS);
  } finally {
    await last.stop();
  }
}, 180_000);
