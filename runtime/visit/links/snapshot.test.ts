import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileLink } from './compiled-link.ts';
import { LinkIndex, type StoredLink } from './link-index.ts';
import type { Slots } from './slots.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-snapshot-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const PLACE = { resumeToken: 'token', database: 'a'.repeat(32) };
const NO_PLACE = { resumeToken: '', database: '' };

const idOf = (number: number): string => number.toString(16).padStart(24, '0');
const hostOf = (number: number): string => (number % 3 === 0 ? 'c.example' : '');

function linkOf(number: number): StoredLink {
  const code = `code${number}`;
  const target = { url: `https://t.example/${'x'.repeat(number % 2000)}`, weight: 1, threshold: 0 };
  return {
    id: Buffer.from(idOf(number), 'hex'),
    host: hostOf(number),
    code,
    compiled: compileLink({
      id: idOf(number),
      owner: (number % 7).toString(16).padStart(24, 'a'),
      plugin: 'qr',
      host: '',
      code,
      state: 'on',
      targets: [target],
      rotation_model: 1,
      jump_type: 6,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 1,
    }),
  };
}

function filled(): LinkIndex {
  const index = new LinkIndex();
  for (let number = 1; number <= 3000; number++) index.put(linkOf(number));
  for (let number = 1; number < 3000; number += 5) index.removeById(Buffer.from(idOf(number), 'hex'));
  return index;
}

test('a start without the store answers every link of the last snapshot', async () => {
  const path = join(directory, 'links');
  const index = filled();
  await writeSnapshot(index, path, PLACE);
  const read = await readSnapshot(path);
  expect(read).toMatchObject(PLACE);
  const again = read?.index as LinkIndex;
  expect(again.size).toBe(index.size);
  for (let number = 1; number <= 3000; number++) {
    const found = again.find(again.hosts.numberOf(hostOf(number)), `code${number}`);
    expect(found).toBe(index.find(index.hosts.numberOf(hostOf(number)), `code${number}`));
    expect(found < 0).toBe(number % 5 === 1);
  }
  expect(again.ownerWords.slice(0, 21)).toEqual(index.ownerWords.slice(0, 21));
  again.removeById(Buffer.from('2'.padStart(24, '0'), 'hex'));
  expect(again.size).toBe(index.size - 1);
  // It goes on as one that was never written down: what is published since is found beside all that was there.
  for (let number = 3001; number <= 6000; number++) again.put(linkOf(number));
  for (let number = 3; number <= 6000; number++) {
    const found = again.find(again.hosts.numberOf(hostOf(number)), `code${number}`);
    expect(found < 0).toBe(number < 3000 && number % 5 === 1);
  }
});

test('a damaged or cut snapshot is not used', async () => {
  const path = join(directory, 'links');
  await writeSnapshot(filled(), path, NO_PLACE);
  const bytes = readFileSync(path);
  expect(await readSnapshot(join(directory, 'none'))).toBeUndefined();
  for (let at = 0; at < bytes.length; at += 150_001) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] as number) ^ 8;
    writeFileSync(path, damaged);
    expect(await readSnapshot(path)).toBeUndefined();
    writeFileSync(path, bytes.subarray(0, at));
    expect(await readSnapshot(path)).toBeUndefined();
  }
});

test('a snapshot of an earlier version is none: the store is read instead', async () => {
  const path = join(directory, 'links');
  await writeSnapshot(filled(), path, PLACE);
  const bytes = readFileSync(path);
  expect(bytes.toString('latin1', 0, 4)).toBe('WVX6');
  for (const earlier of ['WVX1', 'WVX2', 'WVX3']) {
    bytes.write(earlier, 0, 'latin1');
    writeFileSync(path, bytes);
    expect(await readSnapshot(path)).toBeUndefined();
  }
});

test.each(['WVX4', 'WVX5'])(
  'a snapshot of the layout %s answers every link, though its codes are hashed otherwise',
  async (layout) => {
    const path = join(directory, 'links');
    const index = filled();
    const { words } = (index.tables[0] as Slots).table;
    for (let at = 0; at < words.length; at += 2) words[at] = ~(words[at] as number);
    await writeSnapshot(index, path, PLACE);
    const bytes = readFileSync(path);
    bytes.write(layout, 0, 'latin1');
    writeFileSync(path, bytes);
    const again = (await readSnapshot(path))?.index as LinkIndex;
    for (let number = 1; number <= 3000; number++) {
      const found = again.find(again.hosts.numberOf(hostOf(number)), `code${number}`);
      expect(found < 0).toBe(number % 5 === 1);
    }
    for (let number = 3001; number <= 6000; number++) again.put(linkOf(number));
    expect(again.removeById(Buffer.from(idOf(6000), 'hex'))).toBe(true);
    expect(again.find(again.hosts.numberOf(hostOf(6000)), 'code6000')).toBe(-1);
    expect(again.find(again.hosts.numberOf(hostOf(5999)), 'code5999')).toBeGreaterThanOrEqual(0);
  },
);

interface Head {
  tables: { words: number; size: number }[];
}

/** Writes another head before the same parts, with the sum that belongs to it. */
function putHead(path: string, change: (head: Head) => void): void {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(4);
  const head = JSON.parse(bytes.toString('utf8', 16, 16 + length)) as Head;
  change(head);
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.from(bytes.subarray(0, 16));
  start.writeUInt32LE(text.length, 4);
  start.writeUInt32LE(Bun.hash.crc32(text), 8);
  writeFileSync(path, Buffer.concat([start, text, bytes.subarray(16 + length)]));
}

test.each<[string, (head: Head) => void]>([
  ['are missing', (head) => head.tables.splice(0)],
  [
    'hold more than they say',
    ({ tables: [first] }) => first && Object.assign(first, { size: first.size - 1 }),
  ],
  [
    'hold less than they say',
    ({ tables: [first] }) => first && Object.assign(first, { size: first.size + 1 }),
  ],
  [
    'are too full to be searched',
    ({ tables: [first] }) => first && Object.assign(first, { size: first.words }),
  ],
  ['are no power of two', ({ tables: [first] }) => first && Object.assign(first, { words: first.words - 2 })],
])('a snapshot whose tables %s is not used: a link that is there would not be found', async (_, change) => {
  const path = join(directory, 'links');
  await writeSnapshot(filled(), path, PLACE);
  putHead(path, change);
  expect(await readSnapshot(path)).toBeUndefined();
});

test('a snapshot whose table leads elsewhere is not used, though all of it is as it was written', async () => {
  const path = join(directory, 'links');
  const empty = filled();
  empty.tables[0]?.table.words.fill(0);
  await writeSnapshot(empty, path, PLACE);
  expect(await readSnapshot(path)).toBeUndefined();
  const beyond = filled();
  const words = beyond.tables[1]?.table.words ?? new Uint32Array();
  const filledAt = words.findIndex((word, at) => at % 2 === 1 && word !== 0);
  words[filledAt] = beyond.end + 1;
  await writeSnapshot(beyond, path, PLACE);
  expect(await readSnapshot(path)).toBeUndefined();
});
