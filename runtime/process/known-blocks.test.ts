import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  keepKnownBlocks,
  keepKnownServerAddresses,
  keepKnownVisitBlocks,
  readKnownBlocks,
  readKnownServerAddresses,
  readKnownVisitBlocks,
} from './known-blocks.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-known-blocks-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const unexpected = (error: unknown) => {
  throw error;
};

// Without them a server that starts while the store is away lets everybody in whom people have kept out.
test('whoever was refused before is known at a start without the store, each list by itself', async () => {
  expect(await readKnownBlocks(directory, unexpected)).toEqual([]);
  expect(await readKnownVisitBlocks(directory, unexpected)).toEqual([]);
  const everywhere = [{ ip: '192.0.2.0/24', until: null }];
  const ofOwners = [
    { owner: 'a1'.repeat(12), kind: 'address' as const, value: '192.0.2.7' },
    { owner: '', kind: 'page' as const, value: 'copies.example' },
  ];
  await keepKnownBlocks(directory, everywhere);
  await keepKnownVisitBlocks(directory, ofOwners);
  const servers = [{ ip: '192.0.2.128/25', treatment: 'bot' as const }];
  await keepKnownServerAddresses(directory, servers);
  expect(await readKnownServerAddresses(directory, unexpected)).toEqual(servers);
  expect(await readKnownBlocks(directory, unexpected)).toEqual(everywhere);
  expect(await readKnownVisitBlocks(directory, unexpected)).toEqual(ofOwners);
});

test('a file that says something else is told of and refuses nobody', async () => {
  writeFileSync(join(directory, 'visit-blocks.json'), '[{"owner":1}]');
  const told: unknown[] = [];
  expect(await readKnownVisitBlocks(directory, (error) => told.push(error))).toEqual([]);
  expect(told).toHaveLength(1);
});
