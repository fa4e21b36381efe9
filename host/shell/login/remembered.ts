import { fromBase64Url, toBase64Url } from '@waypost/host-sdk/light';
import type { Lock } from './device-lock.ts';
import { browserKeyStore, type KeyStore } from './key-store.ts';

export interface Remembered {
  account: string;
  password: string;
}

/** An account whose password waits behind a lock of the device. */
export interface Locked {
  account: string;
  /** Asks the person; undefined when what it opens cannot be read. @throws DOMException when they or the device refuse */
  unlock(): Promise<string | undefined>;
}

/** What locks a password by the person's face, finger or PIN, where the device can. */
export interface DeviceLock {
  canLock(): Promise<boolean>;
  makeLock(account: string): Promise<{ lock: Lock; key: CryptoKey } | undefined>;
  openLock(lock: Lock): Promise<CryptoKey | undefined>;
}

interface Options {
  keys?: KeyStore;
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  device?: DeviceLock;
}

interface Entry {
  account: string;
  iv: string;
  data: string;
  /** Missing: the key is in the key store. */
  lock?: Lock;
}

const STORAGE_KEY = 'waypost.remembered';
const ALGORITHM = 'AES-GCM';

/** Loaded when it is needed: the page before sign-in is small. */
const browserDevice: DeviceLock = {
  canLock: async () => (await import('./device-lock.ts')).canLock(),
  makeLock: async (account) => (await import('./device-lock.ts')).makeLock(account),
  openLock: async (lock) => (await import('./device-lock.ts')).openLock(lock),
};

/** Browsers have the means only on https and loopback; elsewhere "remember me" is not offered. */
export function canRemember(): boolean {
  return typeof crypto.subtle === 'object' && typeof indexedDB === 'object';
}

/**
 * Keeps account and password on this device, the password under a key that no script can read: one that the device gives
 * out after asking the person, where it can; else one that the browser keeps.
 * @throws DOMException when the person does not want the device to lock it: nothing is kept then
 */
export async function remember(
  entry: Remembered,
  { keys = browserKeyStore, storage = localStorage, device = browserDevice }: Options = {},
): Promise<void> {
  await forget({ keys, storage });
  const locked = (await device.canLock()) ? await device.makeLock(entry.account) : undefined;
  const key = locked?.key ?? (await browserKey());
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(entry.password);
  const data = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text);
  if (!locked) await keys.put(key);
  const kept: Entry = {
    account: entry.account,
    iv: toBase64Url(iv),
    data: toBase64Url(new Uint8Array(data)),
    ...(locked ? { lock: locked.lock } : {}),
  };
  storage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

/** What was remembered; undefined when there is nothing, or when it cannot be opened any more. */
export async function recall({
  keys = browserKeyStore,
  storage = localStorage,
  device = browserDevice,
}: Options = {}): Promise<Remembered | Locked | undefined> {
  const entry = parse(storage.getItem(STORAGE_KEY));
  if (!entry) return undefined;
  const { account, lock } = entry;
  if (lock) return { account, unlock: async () => decrypt(entry, await device.openLock(lock)) };
  const password = await decrypt(entry, await keys.get());
  return password === undefined ? undefined : { account, password };
}

/** Forgets a password that lies open to whoever sits at the device; one behind the device's lock stays. */
export async function forgetOpen(options: Omit<Options, 'device'> = {}): Promise<void> {
  const { storage = localStorage } = options;
  if (parse(storage.getItem(STORAGE_KEY))?.lock === undefined) await forget(options);
}

/** Forgets account, password and key. */
export async function forget({
  keys = browserKeyStore,
  storage = localStorage,
}: Omit<Options, 'device'> = {}): Promise<void> {
  if (storage.getItem(STORAGE_KEY) === null) return;
  storage.removeItem(STORAGE_KEY);
  await keys.remove();
}

function browserKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
}

function parse(stored: string | null): Entry | undefined {
  try {
    return stored === null ? undefined : (JSON.parse(stored) as Entry);
  } catch {
    // A damaged entry: the person types the password again.
    return undefined;
  }
}

async function decrypt({ iv, data }: Entry, key: CryptoKey | undefined): Promise<string | undefined> {
  if (!key) return undefined;
  try {
    const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: bytes(iv) }, key, bytes(data));
    return new TextDecoder().decode(text);
  } catch {
    // Another key or a damaged entry: the person types the password again.
    return undefined;
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromBase64Url(text));
}
