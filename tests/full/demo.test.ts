import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@waypost/contract';
import { signIn } from '../api.ts';
import { freePort } from '../product.ts';
import { until } from '../until.ts';

// Somebody who only wants to see the product starts a demonstration beside their own installation.
setDefaultTimeout(300_000);
const root = join(import.meta.dir, '../..');
const place = mkdtempSync(join(tmpdir(), 'waypost-demo-'));
const folder = join(place, 'demo');
let end: (() => Promise<unknown>) | undefined;
afterAll(async () => {
  await end?.();
  rmSync(place, { recursive: true, force: true });
});

/** Starts a demonstration. @returns where it is, and the password that it tells */
async function start(): Promise<{ origin: string; password: string }> {
  const child = Bun.spawn([process.execPath, 'scripts/start.ts', '--demo'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'error' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  end = () => {
    child.kill('SIGTERM');
    return child.exited;
  };
  let text = '';
  void (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) text += chunk;
  })();
  const told = /Demonstration: (\S+) .* password (\S+)/;
  const found = await until('it says who logs in', () => told.exec(text), { withinMs: 200_000 });
  return { origin: found[1] ?? '', password: found[2] ?? '' };
}

/** Codes of a customer of it, and the visits of each. */
async function codesAt({ origin, password }: { origin: string; password: string }) {
  const api = await signIn(origin, { account: 'demo.cafe', password });
  const list = await api.call<Page<{ name: string; view_number: number }>>('qr_code_list/user_inquire', {
    sort_field: 'create_time',
    sort_order: 'asc',
  });
  return list.content.content.map(({ view_number }) => view_number);
}

test('a demonstration has customers, codes and visits; started again it is the same', async () => {
  const first = await start();
  const codes = await codesAt(first);
  expect(codes).toHaveLength(4);
  for (const visits of codes) expect(visits).toBeGreaterThan(100);
  await end?.();
  const again = await start();
  expect(again.password).toBe(first.password);
  expect(await codesAt(again)).toEqual(codes);
});

test('the folder of an installation that is none is left alone', async () => {
  const own = join(place, 'own');
  mkdirSync(own);
  const child = Bun.spawn([process.execPath, 'scripts/start.ts', '--demo'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: own },
    stderr: 'pipe',
  });
  expect(await new Response(child.stderr).text()).toContain('is no demonstration');
  expect(await child.exited).toBe(1);
});
