import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResultFiles } from './result-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-results-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const ID = 'a'.repeat(24);

test('a file is what was written, texts and bytes in their order, however long it gets', async () => {
  const file = await createResultFiles(directory).create(ID);
  const line = '行 1, "x"\r\n'.repeat(100);
  let expected = '';
  for (let row = 0; row < 600; row += 1) {
    const piece = `${row} ${line}`;
    expected += piece;
    await file.write(row % 7 === 3 ? Buffer.from(piece) : piece);
  }
  expect(await file.close()).toBe(Buffer.byteLength(expected));
  expect(readFileSync(join(directory, ID), 'utf8')).toBe(expected);
});

test('its largest size is counted in bytes, not in letters', async () => {
  const file = await createResultFiles(directory, { limitBytes: 10 }).create(ID);
  await file.write('行行行');
  expect(file.write('行')).rejects.toMatchObject({ code: 'file_too_large' });
  await file.close();
});
