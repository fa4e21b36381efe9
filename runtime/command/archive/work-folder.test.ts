import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withWorkFolder } from './work-folder.ts';

const data = mkdtempSync(join(tmpdir(), 'waypost-work-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test('work leaves nothing behind, and takes away what work that was killed has left, but nobody else’s', async () => {
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
  for (const name of [
    '.waypost-backup-1-aaaaaaaa',
    '.waypost-drill-2-bbbbbbbb',
    'plugins',
    'replaced-2026',
  ]) {
    mkdirSync(join(data, name));
    writeFileSync(join(data, name, 'file'), 'of it');
    if (!name.includes('drill')) utimesSync(join(data, name), twoDaysAgo, twoDaysAgo);
  }
  const work = withWorkFolder(data, 'backup-to', async (folder) => {
    writeFileSync(join(folder, 'archive.tar'), 'half');
    throw new Error('full');
  });
  expect(work).rejects.toThrow('full');
  await work.catch(() => undefined);
  // That of a trial that may still run stays.
  expect(readdirSync(data).sort()).toEqual(['.waypost-drill-2-bbbbbbbb', 'plugins', 'replaced-2026']);
});
