import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../runtime/process/run-program.ts';
import { signIn } from '../api.ts';
import { startProduct } from '../product.ts';
import { CALM_ZONE } from '../time-zone.ts';

const VISITS = 25;
const dataDir = mkdtempSync(join(tmpdir(), 'waypost-replay-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs the command line as an operator would. */
async function waypost(...words: string[]) {
  return runProgram([process.execPath, join(import.meta.dir, '../../runtime/command/main.ts'), ...words], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      TIME_ZONE: CALM_ZONE.name,
      WAYPOST_STORE_SYNCHRONOUS: 'NORMAL',
      ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
    },
  });
}

test('visits that nobody counted before the stop are counted by the command, once, and not beside a running product', async () => {
  const product = await startProduct({ dataDir, env: { WAYPOST_FOLDING: 'off' } });
  const api = await signIn(product.origin, product.administrator);
  const { content } = await api.call<{ id: string; short_url: string }>('qr_code_list/add', {
    name: 'Left over',
    targets: [{ url: 'https://example.com/' }],
  });
  for (let visit = 0; visit < VISITS; visit += 1) expect((await fetch(content.short_url)).status).toBe(200);
  const beside = await waypost('visits', 'replay');
  expect(beside.code).toBe(1);
  expect(beside.error).toContain('is in use by');
  await product.stop();

  const first = await waypost('visits', 'replay', '--json');
  expect(first.error).toBe('');
  expect(JSON.parse(first.out)).toEqual({
    visits: VISITS,
    living: 0,
    recovered: 0,
    unaccounted: 0,
  });
  expect(JSON.parse((await waypost('visits', 'replay', '--json')).out)).toMatchObject({
    visits: 0,
    living: 0,
  });

  const again = await startProduct({ dataDir });
  try {
    const { content: details } = await (await signIn(again.origin, again.administrator)).call<{
      view_number: number;
    }>('qr_code_list/details', { id: content.id });
    expect(details.view_number).toBe(VISITS);
  } finally {
    await again.stop();
  }
}, 120_000);
