import { expect, test } from 'bun:test';
import type { KeyStore } from './key-store.ts';
import { type DeviceLock, forget, recall, remember } from './remembered.ts';

/** A device without face, finger or PIN. */
const bare: DeviceLock = {
  canLock: async () => false,
  makeLock: async () => undefined,
  openLock: async () => undefined,
};

/** A device that asks its owner, who may refuse. */
async function askingDevice(isWilling = true): Promise<DeviceLock> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const ask = () => {
    if (!isWilling) throw new DOMException('not now', 'NotAllowedError');
  };
  return {
    canLock: async () => true,
    makeLock: async () => {
      ask();
      return { lock: { credential: 'AAAA', salt: 'BBBB' }, key };
    },
    openLock: async () => {
      ask();
      return key;
    },
  };
}

function setUp(device = bare) {
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
  return { texts, keys, storage, device, key: () => kept };
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

test('where the device asks its owner, nothing that the browser holds opens the password', async () => {
  const place = setUp(await askingDevice());
  await remember(entry, place);
  expect(place.key()).toBeUndefined();
  const known = await recall(place);
  if (!known || !('unlock' in known)) throw new Error('it was opened without asking');
  expect(known.account).toBe('admin');
  expect(await known.unlock()).toBe(entry.password);
  const other = await recall({ ...place, device: await askingDevice() });
  expect(await (other as typeof known).unlock()).toBeUndefined();
});

test('whoever refuses the device’s question is not remembered, and what was kept before is gone', async () => {
  const place = setUp();
  await remember(entry, place);
  const refusing = { ...place, device: await askingDevice(false) };
  await expect(remember(entry, refusing)).rejects.toThrow('not now');
  expect([place.texts.size, place.key()]).toEqual([0, undefined]);
});
