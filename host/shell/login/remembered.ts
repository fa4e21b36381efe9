import { fromBase64Url, toBase64Url } from '@waypost/host-sdk/light';
import { browserKeyStore, type KeyStore } from './key-store.ts';

export interface Remembered {
  account: string;
  password: string;
}

interface Options {
  keys?: KeyStore;
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const STORAGE_KEY = 'waypost.remembered';
const ALGORITHM = 'AES-GCM';

/** Browsers have the means only on https and loopback; elsewhere "remember me" is not offered. */
export function canRemember(): boolean {
  return typeof crypto.subtle === 'object' && typeof indexedDB === 'object';
}

/** Keeps account and password on this device, the password under a key that no script can read. */
export async function remember(
  entry: Remembered,
  { keys = browserKeyStore, storage = localStorage }: Options = {},
): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(entry.password);
  const data = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text);
  await keys.put(key);
  storage.setItem(
    STORAGE_KEY,
    JSON.stringify({ account: entry.account, iv: toBase64Url(iv), data: toBase64Url(new Uint8Array(data)) }),
  );
}

/** What was remembered; undefined when there is nothing, or when it cannot be opened any more. */
export async function recall({
  keys = browserKeyStore,
  storage = localStorage,
}: Options = {}): Promise<Remembered | undefined> {
  const stored = storage.getItem(STORAGE_KEY);
  if (stored === null) return undefined;
  try {
    const { account, iv, data } = JSON.parse(stored) as Record<'account' | 'iv' | 'data', string>;
    const key = await keys.get();
    if (!key) return undefined;
    const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: bytes(iv) }, key, bytes(data));
    return { account, password: new TextDecoder().decode(text) };
  } catch {
    // Another key or a damaged entry: the person types the password again.
    return undefined;
  }
}

/** Forgets account, password and key. */
export async function forget({
  keys = browserKeyStore,
  storage = localStorage,
}: Options = {}): Promise<void> {
  if (storage.getItem(STORAGE_KEY) === null) return;
  storage.removeItem(STORAGE_KEY);
  await keys.remove();
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromBase64Url(text));
}
