export {
  claimJournal,
  DATABASE_IDENTITIES,
  ForeignJournal,
  isJournalForeign,
  lastRestore,
  readIdentity,
} from './database-identity.ts';
export { hasDuplicateKey, isDuplicateKey } from './duplicate-key.ts';
export { isFeedLost, isFeedRefused } from './feed-failure.ts';
export { feedsOf, type WatchedFeed } from './feed-watch.ts';
export { type Change, followChanges } from './follow-changes.ts';
export { type GatheredIndexes, gatherIndexes, INDEX_QUORUM } from './gather-indexes.ts';
export { isUnauthorized } from './is-unauthorized.ts';
export type { JoinedTransaction, TransactionName } from './joined-transaction.ts';
export { knownFailure } from './known-failure.ts';
export { nobodyWaits } from './limit-transactions.ts';
export { forgetMigrations, MIGRATIONS, migrationLock } from './migrations.ts';
export { openStore } from './open-store.ts';
export {
  compareInstallation,
  fingerprintOf,
  noteInstallation,
  requireSameInstallation,
} from './same-installation.ts';
export { sharedFeedOf } from './shared-feed.ts';
export type { PluginModels, StoreAccess } from './store-access.ts';
export { askedBy } from './tell-who-asks.ts';
export { isTransactionConflict, transactionConflict } from './transaction-conflict.ts';
