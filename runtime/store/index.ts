export { followChanges } from './access/follow-changes.ts';
export { forgetMigrations, MIGRATIONS } from './access/migrations.ts';
export type { JoinedTransaction, TransactionName } from './access/join-transaction.ts';
export { openStore } from './access/open-store.ts';
export type { PluginModels, StoreAccess } from './access/store-access.ts';
