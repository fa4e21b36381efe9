import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAnswersSnapshot, writeAnswersSnapshot } from './answers-snapshot.ts';

const directory = mkdtempSync(join(tmpdir(), 'wp-answers-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Counts how many of its entries are taken without a turn of the event loop in between. */
class Watched extends Map<string, string> {
  taken = 0;
  most = 0;
  override *entries() {
    for (const entry of super.entries()) {
      this.taken += 1;
      this.most = Math.max(this.most, this.taken);
      yield entry;
    }
    return undefined;
  }
  override [Symbol.iterator]() {
    return this.entries();
  }
}

const declared = [
  { plugin: 'shop', answer: { path: '/internal/tls', parameter: 'domain' } },
  { plugin: 'shop', answer: { path: '/internal/none' } },
  { plugin: 'other', answer: { path: '/.well-known/waypost/x' } },
];
const isSame = async (tables: Map<string, Map<string, string>>) => {
  await writeAnswersSnapshot(directory, { declared, tables });
  const read = await readAnswersSnapshot(directory, (error) => {
    throw error;
  });
  expect(read.declared).toEqual(declared);
  for (const { plugin, answer } of declared) {
    const name = `${plugin} ${answer.path}`;
    expect([...(read.tables.get(name) ?? [])]).toEqual([...(tables.get(name) ?? [])]);
  }
};

test('while a large snapshot is written, visits have their turn', async () => {
  const names = new Watched();
  for (let at = 0; at < 60_000; at += 1) names.set(`name-${at}.example`, 'yes'.repeat(10));
  let isWritten = false;
  const turn = () => {
    names.taken = 0;
    if (!isWritten) setImmediate(turn);
  };
  setImmediate(turn);
  await writeAnswersSnapshot(directory, { declared, tables: new Map([['shop /internal/tls', names]]) });
  isWritten = true;
  expect(names.most).toBeLessThan(3_000);
});

test('what was kept is read back as it was, whatever it holds', async () => {
  await isSame(new Map());
  await isSame(
    new Map([
      [
        'shop /internal/tls',
        new Map([
          ['a"b\\', 'line\nline'],
          ['名', ''],
        ]),
      ],
      ['other /.well-known/waypost/x', new Map([['', 'x'.repeat(200_000)]])],
    ]),
  );
});
