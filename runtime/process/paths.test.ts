import { expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prepareSocketDirectory, storeSocketPath } from './paths.ts';

const longDirectory = join(mkdtempSync(join(tmpdir(), 'waypost-paths-')), 'd'.repeat(120));

test('a short data directory holds its own socket', () => {
  expect(storeSocketPath('/srv/waypost')).toBe('/srv/waypost/store.sock');
});

test('a long one gets a socket that a unix address can name, the same for every process', () => {
  expect(Buffer.byteLength(storeSocketPath(longDirectory))).toBeLessThan(108);
  expect(storeSocketPath(longDirectory)).toBe(storeSocketPath(longDirectory));
  expect(storeSocketPath(longDirectory)).not.toBe(storeSocketPath(`${longDirectory}2`));
});

test('a folder for it that is open to others is refused: they could answer in the place of the store', () => {
  prepareSocketDirectory(longDirectory);
  const directory = dirname(storeSocketPath(longDirectory));
  chmodSync(directory, 0o777);
  try {
    expect(() => prepareSocketDirectory(longDirectory)).toThrow('open to others');
  } finally {
    chmodSync(directory, 0o700);
    rmSync(dirname(longDirectory), { recursive: true, force: true });
  }
});
