import type { Logger } from '@waypost/sdk';
import { openStoreHere, type StoreHere } from '@waypost/store/testing';
import { openStore, type StoreAccess } from '../../storage/index.ts';

let here: StoreHere | undefined;
let opened = 0;

/** A database of its own in the one store of this process, which ends with the process. */
export async function openTestDatabase(log: Logger): Promise<StoreAccess> {
  here ??= openForThisProcess();
  opened += 1;
  const store = openStore({ uri: here.uri(`test_${opened}`), log, program: 'server' });
  if (!store.isUp()) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = store.onChange((isUp) => isUp && resolve());
    await promise;
    stop();
  }
  return store;
}

function openForThisProcess(): StoreHere {
  const store = openStoreHere();
  process.once('exit', () => store.close());
  return store;
}
