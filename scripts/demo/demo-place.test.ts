import { afterEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirectoryInUse, lockDataDirectory } from '../../runtime/process/data-directory-lock.ts';
import { prepareDemo } from './demo-place.ts';

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

function newFolder(): string {
  const place = mkdtempSync(join(tmpdir(), 'waypost-demo-place-'));
  places.push(place);
  return join(place, 'demo');
}

test('what an installation is started with never becomes a demonstration’s', () => {
  const folder = newFolder();
  for (const name of ['MONGODB_URI', 'PUBLIC_URL'])
    expect(() => prepareDemo({ DATA_DIR: folder, [name]: 'somewhere' })).toThrow(`${name} belongs`);
  mkdirSync(folder);
  expect(() => prepareDemo({ DATA_DIR: folder })).toThrow('is no demonstration');
});

test('a filling that was cut off is begun anew, but not while another process still fills', () => {
  const folder = newFolder();
  const first = prepareDemo({ DATA_DIR: folder });
  writeFileSync(join(folder, 'half'), '');
  const lock = lockDataDirectory(folder, first.origin);
  expect(() => prepareDemo({ DATA_DIR: folder })).toThrow(DataDirectoryInUse);
  expect(existsSync(join(folder, 'half'))).toBe(true);
  lock.release();
  const second = prepareDemo({ DATA_DIR: folder });
  expect(existsSync(join(folder, 'half'))).toBe(false);
  second.keepFilled();
  expect(prepareDemo({ DATA_DIR: folder })).toMatchObject({ isFilled: true, password: second.password });
});
