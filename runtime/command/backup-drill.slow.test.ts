import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from './testing/run-waypost.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-drill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.skipIf(process.env.MONGODB_URI !== undefined)('a trial of a backup', () => {
  const data = join(root, 'data');
  const file = join(root, 'one.tar');
  const leftovers = () => readdirSync(data).filter((name) => name.startsWith('.waypost-'));
  const noted = () => JSON.parse(readFileSync(join(data, 'last-drill.json'), 'utf8')) as object;

  test('restores the newest one elsewhere, has it examined, and leaves nothing behind', async () => {
    mkdirSync(data);
    const none = await runHere(data, ['backup', 'drill']);
    expect([none.code, none.error]).toEqual([1, expect.stringContaining('No backup is noted')]);
    expect(
      await runHere(data, ['account', 'create', '--account', 'ada.root', '--role', 'super']),
    ).toMatchObject({ code: 0 });
    expect(await runHere(data, ['backup', file])).toMatchObject({ code: 0 });
    const tried = await runHere(data, ['backup', 'drill', '--json']);
    expect(JSON.parse(tried.out)).toMatchObject({ file, ok: true, found: '' });
    expect(tried.code).toBe(0);
    expect(noted()).toMatchObject({ file: 'one.tar', ok: true });
    expect(leftovers()).toEqual([]);
  }, 120_000);

  test('says of one that is cut off that it cannot be relied on', async () => {
    truncateSync(file, 10_000);
    const tried = await runHere(data, ['backup', 'drill', '--file', file]);
    expect([tried.code, tried.out]).toEqual([1, expect.stringContaining('cannot be relied on')]);
    expect(noted()).toMatchObject({ ok: false, found: expect.stringContaining('cut off') });
    expect(leftovers()).toEqual([]);
  }, 120_000);
});
