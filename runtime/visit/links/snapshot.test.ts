import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileLink } from './compiled-link.ts';
import { LinkIndex, type StoredLink } from './link-index.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-snapshot-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

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
  await writeSnapshot(index, path, 'token');
  const read = await readSnapshot(path);
  expect(read?.resumeToken).toBe('token');
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
  await writeSnapshot(filled(), path, '');
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
