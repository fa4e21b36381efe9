export { openStoreHere, type StoreHere } from './store-here.ts';
export { type StoreProcess, storeProcess } from './store-process.ts';
export { startTestStore, type TestStore } from './test-store.ts';
export { prepareTarget, type WrongCommand, wrongCommands } from './wrong-commands.ts';
