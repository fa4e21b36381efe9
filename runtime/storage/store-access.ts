import type { Resource } from '@waypost/contract';
import type { CollectionDeclaration, Migration, Session, Stored } from '@waypost/sdk';
import type { Connection, Model, mongo } from 'mongoose';
import type { JoinedTransaction, TransactionName } from './joined-transaction.ts';
import type { SharedLock } from './migrations.ts';

/** Follows the transactions that `StoreAccess.transaction` runs. */
export interface TransactionWatcher {
  /** An attempt begins; what an earlier one of this session has done is void. */
  begins(session: Session): void;
  /** It is committed; who asked for it is answered when this has resolved. It must not reject. */
  committed(session: Session): Promise<void>;
  /** It is over, committed or given up. */
  ended(session: Session): void;
}

/** Models made for one activation. */
export interface PluginModels {
  resource<R extends Resource>(resource: R): Model<Stored<R>>;
  /** The model of somebody else's collection: whatever would write is refused. */
  foreign<R extends Resource>(resource: R): Model<Stored<R>>;
  collection<T>(plugin: string, declaration: CollectionDeclaration): Model<T>;
  /** Store names of the plugin's own collections so far. */
  names(): { collection: string; onUninstall: 'keep' | 'archive' | 'drop' }[];
  /** Creates collections and indexes. Answers how to take back the indexes that were not there before. */
  prepare(): Promise<() => Promise<void>>;
  /** Drops indexes that an earlier release had and these models do not name. */
  dropOldIndexes(): Promise<void>;
  /** Forgets them. */
  release(): void;
}

/** What the kernel needs of the store; over a real replica set or the embedded store. */
export interface StoreAccess {
  readonly connection: Connection;
  /** The connection's database, there from the start: operations fail while the store is away. Sessions are the same client's. */
  readonly database: mongo.Db;
  /** Whether calls can reach it now. */
  isUp(): boolean;
  /** Why it could not be reached when that was tried last without success; see `failureReason`. */
  lastFailure(): string | undefined;
  /** Calls `listener` after each change of `isUp`. */
  onChange(listener: (isUp: boolean) => void): () => void;
  /** The models of one activation of a plugin; two releases side by side have each their own. */
  models(): PluginModels;
  /**
   * Runs what has not been run yet, under a lock, all of it in one transaction: nothing has changed when one fails.
   * @param steps.before runs first when something is to do: makes the backup point
   * @returns numbers of the migrations that were run
   */
  migrate(
    plugin: string,
    migrations: readonly Migration[],
    steps: { before(pending: readonly Migration[]): Promise<void>; run(migration: Migration): Promise<void> },
  ): Promise<number[]>;
  /** Runs `work` in one process at a time; a killed one holds a lock that is only named for ten seconds. */
  exclusively<T>(lock: string | SharedLock, work: () => Promise<T>): Promise<T>;
  /** Numbers of the plugin's migrations that were run. */
  migrationsDone(plugin: string): Promise<number[]>;
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Takes part in the transaction of a plugin in a process of its own. */
  joinTransaction(name: TransactionName): JoinedTransaction;
  watchTransactions(watcher: TransactionWatcher): () => void;
  close(): Promise<void>;
}
