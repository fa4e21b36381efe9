import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findScreens, mergeWords, writeRemoteEntry } from './screens.ts';

const folder = mkdtempSync(join(tmpdir(), 'screens-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

put('screens/list/resource.ts', '');
put('screens/page/page.tsx', '');
put('screens/calls_only/calls.ts', '');
put('slots/row_button.tsx', '');
put('slots/row_button.test.tsx', '');
put('locales/en-US.json', '{"a":"A"}');
put('screens/list/en-US.json', '{"b":"B"}');

test('a folder with a resource or a page is a screen, and nothing else is', () => {
  expect(findScreens(folder)).toEqual([
    { name: 'list', kind: 'resource' },
    { name: 'page', kind: 'page' },
  ]);
});

test('the entry names every screen, so that adding one touches no other file', () => {
  const entry = readFileSync(writeRemoteEntry(folder), 'utf8');
  expect(entry).toContain(`"list": () => import('../screens/list/resource.ts')`);
  expect(entry).toContain(`"page": () => import('../screens/page/page.tsx')`);
  expect(entry).not.toContain('calls_only');
  expect(entry).toContain(`"row_button": () => import('../slots/row_button.tsx')`);
  expect(entry).not.toContain('row_button.test');
});

test('words are merged, and a key given twice stops the build', () => {
  expect(mergeWords(folder, 'en-US')).toEqual({ a: 'A', b: 'B' });
  put('screens/page/en-US.json', '{"a":"other"}');
  expect(() => mergeWords(folder, 'en-US')).toThrow('"a" has a text already');
});
