const DATABASE = 'waypost';
const STORE = 'keys';
const NAME = 'remembered';

/** Where the browser keeps a key that scripts can use but never read. */
export interface KeyStore {
  get(): Promise<CryptoKey | undefined>;
  put(key: CryptoKey): Promise<void>;
  remove(): Promise<void>;
}

/** The key in IndexedDB, which stores CryptoKey objects as they are. */
export const browserKeyStore: KeyStore = {
  get: () => inStore('readonly', (store) => store.get(NAME) as IDBRequest<CryptoKey | undefined>),
  put: async (key) => void (await inStore('readwrite', (store) => store.put(key, NAME))),
  remove: async () => void (await inStore('readwrite', (store) => store.delete(NAME))),
};

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await finished(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return finished(opening);
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
