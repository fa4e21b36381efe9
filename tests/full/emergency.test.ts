import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWaypost } from '../command-line.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-emergency-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('without the product, as processes: the last super administrator stays, everything is written down, the chain holds', async () => {
  const run = (...words: string[]) =>
    runWaypost(directory, words, { ADMIN_ACCOUNT: 'admin', ADMIN_PASSWORD: 'Waypost123' });
  const last = await run('account', 'disable', '--account', 'admin');
  expect(last.code).toBe(1);
  expect(last.error).toContain('super administrator');
  const demoted = await run('account', 'role', '--account', 'admin', '--role', 'customer');
  expect(demoted.code).toBe(1);
  expect((await run('ip-black', 'add', '2001:db8:1::/48', '--json')).code).toBe(0);
  const listed = await run('ip-black', 'list', '--json');
  expect(JSON.parse(listed.out)).toMatchObject([{ ip: '2001:db8:1::/48', state: 'active', author: '' }]);
  const verified = await run('audit', 'verify', '--json');
  expect([verified.code, JSON.parse(verified.out)]).toEqual([0, { is_intact: true, entries: 1 }]);
}, 300_000);
