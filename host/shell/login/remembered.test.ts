import { expect, test } from 'bun:test';
import type { KeyStore } from './key-store.ts';
import { forget, recall, remember } from './remembered.ts';

function setUp() {
  const texts = new Map<string, string>();
  let kept: CryptoKey | undefined;
  const keys: KeyStore = {
    get: async () => kept,
    put: async (key) => {
      kept = key;
    },
    remove: async () => {
      kept = undefined;
    },
  };
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
  return { texts, keys, storage, key: () => kept };
}

const entry = { account: 'admin', password: 'pässwort 1' };

test('what was remembered comes back', async () => {
  const place = setUp();
  await remember(entry, place);
  expect(await recall(place)).toEqual(entry);
});

test('a script that reads the storage gets neither the password nor the key', async () => {
  const place = setUp();
  await remember(entry, place);
  expect([...place.texts.values()].join()).not.toContain('wort');
  expect(place.key()?.extractable).toBe(false);
});

test('forgetting leaves nothing; a damaged entry asks for the password again', async () => {
  const place = setUp();
  await remember(entry, place);
  await remember({ account: 'other', password: 'b' }, { ...place, keys: setUp().keys });
  expect(await recall(place)).toBeUndefined();
  await forget(place);
  expect([place.texts.size, place.key()]).toEqual([0, undefined]);
  expect(await recall(place)).toBeUndefined();
});
