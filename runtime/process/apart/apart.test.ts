import { afterAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readApartPrograms } from './declared.ts';
import { apartVariables, isGivenSecret, readApartSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'apart-'));
const data = join(folder, 'data');
mkdirSync(data);
afterAll(() => rmSync(folder, { recursive: true }));

const program = { secrets: ['KEY'], command: { entry: '', secrets: ['NEW_KEY'] } };
const write = (path: string, mode = 0o600) => {
  writeFileSync(path, 'the secret\n');
  chmodSync(path, mode);
  return path;
};

test('the product has one program that the launcher starts: the signer, with a master key', () => {
  const found = readApartPrograms(join(import.meta.dir, '../../..'));
  expect(found.map(({ plugin, name, secrets }) => ({ plugin, name, secrets }))).toEqual([
    { plugin: 'wallet', name: 'signer', secrets: ['WALLET_MASTER_KEY'] },
  ]);
});

test('a secret comes from its variable or from its file, and nobody else has either', () => {
  const file = write(join(folder, 'key'));
  expect(readApartSecrets(program, { KEY: ' the secret ' }, data)).toEqual({ KEY: 'the secret' });
  expect(readApartSecrets(program, { KEY_FILE: file }, data)).toEqual({ KEY: 'the secret' });
  expect([...apartVariables([program])]).toEqual([...['KEY', 'KEY_FILE', 'NEW_KEY', 'NEW_KEY_FILE']]);
  expect([{}, { KEY: '' }, { KEY_FILE: file }].map((given) => isGivenSecret(program, given))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a key that lies in DATA_DIR is refused, by a link too: every backup would hold it', () => {
  const inside = write(join(data, 'key'));
  const link = join(folder, 'link');
  symlinkSync(inside, link);
  for (const file of [inside, link, join(data, '..', 'data', 'key')])
    expect(() => readApartSecrets(program, { KEY_FILE: file }, data)).toThrow('outside of DATA_DIR');
});

test('a key that others may read, none at all, or two are refused with what to do', () => {
  const open = write(join(folder, 'open'), 0o644);
  expect(() => readApartSecrets(program, { KEY_FILE: open }, data)).toThrow('chmod 600');
  expect(() => readApartSecrets(program, { KEY_FILE: join(folder, 'none') }, data)).toThrow('cannot');
  expect(() => readApartSecrets(program, { KEY_FILE: folder }, data)).toThrow('is none');
  expect(() => readApartSecrets(program, { KEY: 'a', KEY_FILE: open }, data)).toThrow('not both');
});
