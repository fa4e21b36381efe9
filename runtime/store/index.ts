export { followChanges } from './access/follow-changes.ts';
export type { JoinedTransaction, TransactionName } from './access/join-transaction.ts';
export { forgetMigrations, MIGRATIONS, migrationLock } from './access/migrations.ts';
export { openStore } from './access/open-store.ts';
export type { PluginModels, StoreAccess } from './access/store-access.ts';
