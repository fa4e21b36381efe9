import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownTemplates } from './known-templates.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-known-templates-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

// Without them visitors would get the built-in page whenever a server starts while the store is away.
test('the pages that were in force are known at a start without the store', async () => {
  const pages = [{ jump_type: 1, version: 3, html: '<p>{{jump}}' }];
  await knownTemplates.keep(directory, pages);
  expect(await knownTemplates.read(directory, () => expect.unreachable())).toEqual(pages);
});

test('a file that says something else is told of, and the built-in pages are shown', async () => {
  writeFileSync(join(directory, 'jump-templates.json'), '[{"jump_type":"1"}]');
  const told: unknown[] = [];
  expect(await knownTemplates.read(directory, (error) => told.push(error))).toEqual([]);
  expect(told).toHaveLength(1);
});
