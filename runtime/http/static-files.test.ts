import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { serveFile } from './static-files.ts';

const parent = mkdtempSync(join(tmpdir(), 'waypost-static-'));
const root = join(parent, 'dist');
mkdirSync(join(root, 'inner'), { recursive: true });
writeFileSync(join(root, 'inner/a.txt'), 'inside');
writeFileSync(join(parent, 'secret.txt'), 'outside');
writeFileSync(join(parent, 'dist-other.txt'), 'outside');
symlinkSync(join(parent, 'secret.txt'), join(root, 'link.txt'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const get = (path: string) => serveFile(new Request('http://localhost/'), root, path);

test('a file below the folder is served', async () => {
  expect(await (await get('inner/a.txt'))?.text()).toBe('inside');
  expect(await (await get('inner/%61.txt'))?.text()).toBe('inside');
});

test.each([
  '../secret.txt',
  'inner/../../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '/../secret.txt',
  '../dist-other.txt',
  'inner',
  '',
  '%',
  'a%00.txt',
  '..\\secret.txt',
  'link.txt',
])('%j is not', async (path) => {
  expect(await get(path)).toBeUndefined();
});

test('no path leads outside', async () => {
  const piece = fc.constantFrom(
    '../kernel',
    '.',
    '/',
    '%2e',
    '%2f',
    '%5c',
    '\\',
    'inner',
    'secret.txt',
    'a.txt',
    '%00',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const answer = await get(pieces.join(''));
      if (answer !== undefined) expect(await answer.text()).toBe('inside');
    }),
  );
});
