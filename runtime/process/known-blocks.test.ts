import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownBlocks, knownServerAddresses, knownVisitBlocks } from './known-blocks.ts';

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
  expect(await knownBlocks.read(directory, unexpected)).toEqual([]);
  expect(await knownVisitBlocks.read(directory, unexpected)).toEqual([]);
  const everywhere = [{ ip: '192.0.2.0/24', until: null }];
  const ofOwners = [
    { owner: 'a1'.repeat(12), kind: 'address' as const, value: '192.0.2.7' },
    { owner: '', kind: 'page' as const, value: 'copies.example' },
  ];
  await knownBlocks.keep(directory, everywhere);
  await knownVisitBlocks.keep(directory, ofOwners);
  const servers = [{ ip: '192.0.2.128/25', treatment: 'bot' as const }];
  await knownServerAddresses.keep(directory, servers);
  expect(await knownServerAddresses.read(directory, unexpected)).toEqual(servers);
  expect(await knownBlocks.read(directory, unexpected)).toEqual(everywhere);
  expect(await knownVisitBlocks.read(directory, unexpected)).toEqual(ofOwners);
});

test('a file that says something else is told of and refuses nobody', async () => {
  writeFileSync(join(directory, 'visit-blocks.json'), '[{"owner":1}]');
  const told: unknown[] = [];
  expect(await knownVisitBlocks.read(directory, (error) => told.push(error))).toEqual([]);
  expect(told).toHaveLength(1);
});
