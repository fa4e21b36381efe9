export { type Change, followChanges } from './follow-changes.ts';
export type { JoinedTransaction, TransactionName } from './joined-transaction.ts';
export { knownFailure } from './known-failure.ts';
export { forgetMigrations, MIGRATIONS, migrationLock } from './migrations.ts';
export { openStore } from './open-store.ts';
export type { PluginModels, StoreAccess } from './store-access.ts';
export { againWhenTaken, isTransactionConflict, transactionConflict } from './transaction-conflict.ts';
