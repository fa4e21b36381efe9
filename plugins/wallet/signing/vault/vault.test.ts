import { afterEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importKey, importPublic, makeKey } from '../process/manage-keys.ts';
import { sealSecret } from '../sealed-secret.ts';
import { opened, openSigner } from '../testing/open-signer.ts';
import { addressAt } from './derive.ts';
import { masterKeyOf, readMasterKey } from './master-key.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
function place() {
  const it = openSigner();
  ends.push(it.remove);
  return it;
}

const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** Of these words in every wallet of Tron. */
const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const PRIVATE = '1f'.repeat(32).replace(/^../, '0a');

const lockOf = (it: ReturnType<typeof place>) => {
  const vault = it.open();
  return 'locked' in vault ? vault.locked : 'open';
};

test('words give the addresses that wallets give, of a private key its one, of an extended public key the same', () => {
  const it = place();
  const seed = importKey(it.vault, sealSecret(`  ${WORDS.toUpperCase()} `, it.vault.sealTo));
  expect(seed).toMatchObject({ kind: 'seed', address: ADDRESS });
  const watched = importPublic(it.vault, seed.xpub);
  expect(watched).toMatchObject({ kind: 'xpub', address: ADDRESS, public_key: seed.public_key });
  expect(addressAt(watched, 5)).toBe(addressAt(seed, 5));
  const single = importKey(it.vault, sealSecret(`0x${PRIVATE}`, it.vault.sealTo));
  expect(single).toMatchObject({ kind: 'private_key', xpub: '' });
  expect(it.vault.withSecret(watched.id, () => true)).toBeUndefined();
  const made = makeKey(it.vault);
  expect(made.kind).toBe('seed');
  expect(() => importKey(it.vault, sealSecret(WORDS, it.vault.sealTo))).toThrow('key_known');
  for (const text of ['', 'one two three', `${WORDS} about`, 'f'.repeat(64)])
    expect(() => importKey(it.vault, sealSecret(text, it.vault.sealTo))).toThrow('secret_unreadable');
});

test('no secret stands readable in any file, and nothing that is public of a key opens it', () => {
  const it = place();
  importKey(it.vault, sealSecret(PRIVATE, it.vault.sealTo));
  importKey(it.vault, sealSecret(WORDS, it.vault.sealTo));
  for (const name of readdirSync(it.directory)) {
    const bytes = readFileSync(join(it.directory, name));
    expect(bytes.includes(Buffer.from(PRIVATE, 'hex'))).toBe(false);
    for (const text of [PRIVATE, WORDS, 'abandon', Buffer.from(it.master.bytes).toString('hex')])
      expect(bytes.includes(text)).toBe(false);
  }
});

test('another master key opens nothing; a rotation locks all of it anew, and the one before opens nothing', () => {
  const it = place();
  const key = makeKey(it.vault);
  const next = masterKeyOf(new Uint8Array(randomBytes(32)));
  const before = it.open(next);
  expect(before).toMatchObject({ locked: 'master_key' });
  const secret = Buffer.from(it.vault.withSecret(key.id, ({ bytes }) => Uint8Array.from(bytes)) ?? []);
  opened(it.open()).rotate(next);
  expect(lockOf(it)).toBe('master_key');
  const vault = opened(it.open(next));
  expect(Buffer.from(vault.withSecret(key.id, ({ bytes }) => Uint8Array.from(bytes)) ?? [])).toEqual(secret);
  expect(vault.keys().map(({ id }) => id)).toEqual([key.id]);
});

test('a sealed key that is moved to another place does not open: whoever writes the file swaps nothing', () => {
  const it = place();
  const [one, other] = [makeKey(it.vault), makeKey(it.vault)];
  const path = join(it.directory, 'keys.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const [first, second] = file.keys;
  [first.secret, second.secret] = [second.secret, first.secret];
  writeFileSync(path, JSON.stringify(file));
  expect(lockOf(it)).toBe('store');
  expect(one.id).not.toBe(other.id);
});

test('a chain of which a line was changed, left out, put in or cut off keeps it locked', () => {
  const it = place();
  it.prepare();
  const path = join(it.directory, 'chain.jsonl');
  const whole = readFileSync(path, 'utf8');
  const lines = whole.trimEnd().split('\n');
  const changes = [
    lines.with(3, String(lines[3]).replace('"single":"1000000000"', '"single":"9000000000"')),
    lines.toSpliced(2, 1),
    lines.toSpliced(2, 0, String(lines[1])),
    lines.slice(0, -1),
    [],
  ];
  for (const changed of changes) {
    writeFileSync(path, changed.map((line) => `${line}\n`).join(''));
    expect(lockOf(it)).toBe('chain');
  }
  // What was cut off in the middle of a line was never answered.
  writeFileSync(path, `${whole}{"seq":99,"ti`);
  expect(lockOf(it)).toBe('open');
  writeFileSync(path, whole);
  rmSync(join(it.directory, 'keys.json'));
  expect(lockOf(it)).toBe('store');
});

test('a process that ends between two steps of adding a key goes on with what the chain says', () => {
  const it = place();
  makeKey(it.vault);
  const aside = `${it.directory}-before`;
  ends.push(() => rmSync(aside, { recursive: true, force: true }));
  cpSync(it.directory, aside, { recursive: true });
  const second = makeKey(it.vault);
  // Written beside and told to the chain, not yet taken.
  cpSync(join(it.directory, 'keys.json'), join(it.directory, 'keys.next.json'));
  cpSync(join(aside, 'keys.json'), join(it.directory, 'keys.json'));
  expect(opened(it.open()).keys().at(-1)?.id).toBe(second.id);
  // Written beside, not told to the chain: it never was.
  cpSync(join(it.directory, 'keys.json'), join(it.directory, 'keys.next.json'));
  cpSync(join(aside, 'keys.json'), join(it.directory, 'keys.json'));
  cpSync(join(aside, 'chain.jsonl'), join(it.directory, 'chain.jsonl'));
  cpSync(join(aside, 'head.json'), join(it.directory, 'head.json'));
  expect(opened(it.open()).keys()).toHaveLength(1);
});

test('a master key is 32 random bytes in hex or base64; others are refused without being repeated', () => {
  const bytes = randomBytes(32);
  const id = readMasterKey(bytes.toString('hex')).id;
  expect(readMasterKey(` ${bytes.toString('base64')}\n`).id).toBe(id);
  for (const text of ['', 'abc', 'ab'.repeat(32), bytes.toString('hex').slice(2), 'x'.repeat(43)])
    expect(() => readMasterKey(text)).toThrow('WALLET_MASTER_KEY: expected 32 random bytes');
});
