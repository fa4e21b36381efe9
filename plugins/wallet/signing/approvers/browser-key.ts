import { bytesToHex } from '@noble/hashes/utils.js';

/** Name of the database in the browser, and of what is kept in it: one key for each account that logs in here. */
const DATABASE = 'waypost-approvals';
const STORE = 'keys';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** A key that this browser keeps and nobody can take out of it. */
export interface BrowserKey {
  /** Uncompressed point, hex. */
  publicKey: string;
  /** r and s, hex. */
  sign(text: string): Promise<string>;
}

interface Kept {
  privateKey: CryptoKey;
  publicKey: string;
}

/** Browsers keep keys on pages that came over https, or from this very machine. */
export const canKeepKeys = (): boolean => window.isSecureContext && 'indexedDB' in window;

/** The key of an account in this browser. */
export async function findBrowserKey(account: string): Promise<BrowserKey | undefined> {
  if (!canKeepKeys()) return undefined;
  const kept = await inStore<Kept | undefined>('readonly', (store) => store.get(account));
  return kept && usable(kept);
}

/** Makes one, in place of that before. Its private half can be used here and read by nobody, this page included. */
export async function makeBrowserKey(account: string): Promise<BrowserKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const point = await crypto.subtle.exportKey('raw', pair.publicKey);
  const kept: Kept = { privateKey: pair.privateKey, publicKey: bytesToHex(new Uint8Array(point)) };
  await inStore('readwrite', (store) => store.put(kept, account));
  return usable(kept);
}

function usable({ privateKey, publicKey }: Kept): BrowserKey {
  return {
    publicKey,
    async sign(text) {
      const signed = await crypto.subtle.sign(SIGNING, privateKey, new TextEncoder().encode(text));
      return bytesToHex(new Uint8Array(signed));
    },
  };
}

function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(asked.result as T);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
