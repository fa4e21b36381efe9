import type { Resource } from '@waypost/contract';
import type { CollectionDeclaration, Migration, Session, Stored } from '@waypost/sdk';
import type { Connection, Model, mongo } from 'mongoose';

/** Follows the transactions that `StoreAccess.transaction` runs. */
export interface TransactionWatcher {
  /** An attempt begins; what an earlier one of this session has done is void. */
  begins(session: Session): void;
  /** It is committed; who asked for it is answered when this has resolved. It must not reject. */
  committed(session: Session): Promise<void>;
  /** It is over, committed or given up. */
  ended(session: Session): void;
}

/** What the kernel needs of the store; over a real replica set or the embedded store. */
export interface StoreAccess {
  readonly connection: Connection;
  /** The connection's database, there from the start: operations fail while the store is away. Sessions are the same client's. */
  readonly database: mongo.Db;
  /** Whether calls can reach it now. */
  isUp(): boolean;
  /** Calls `listener` after each change of `isUp`. */
  onChange(listener: (isUp: boolean) => void): () => void;
  model<R extends Resource>(resource: R): Model<Stored<R>>;
  collection<T>(plugin: string, declaration: CollectionDeclaration): Model<T>;
  /** Creates collections and indexes of the models made so far for a plugin. */
  prepareModels(plugin: string): Promise<void>;
  /** Forgets a plugin's models, so that another version of it can declare them anew. */
  releaseModels(plugin: string): void;
  /** Runs what has not been run yet, under a lock. `run` gets each migration in order. */
  migrate(
    plugin: string,
    migrations: readonly Migration[],
    run: (migration: Migration) => Promise<void>,
  ): Promise<void>;
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  watchTransactions(watcher: TransactionWatcher): () => void;
  close(): Promise<void>;
}
