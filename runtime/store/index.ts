export { followChanges } from './access/follow-changes.ts';
export { openStore } from './access/open-store.ts';
export type { StoreAccess } from './access/store-access.ts';
