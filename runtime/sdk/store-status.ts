/** Name of the service by which the runtime tells how full the store is. */
export const STORE_STATUS = 'platform.store';

/** What is stored and written, or how much of it the store was measured for. */
export interface StoreFigures {
  documents: number;
  /** Bytes of the store's file. */
  fileBytes: number;
  /** Documents written a second, over the last minute. */
  writesPerSecond: number;
}

/** The embedded store beside its limits; a replica set (`kind: 'mongodb'`) has none here. */
export type StoreStatus =
  | { kind: 'mongodb' }
  | {
      kind: 'embedded';
      usage: StoreFigures;
      limits: StoreFigures;
      /** Limits of which more than four fifths are used: time to think of MongoDB. */
      near: (keyof StoreFigures)[];
    };

/** Ask for it with `context.require<StoreStatusService>(STORE_STATUS)`. */
export interface StoreStatusService {
  /** As it is now. Fails while the store is away. */
  read(): Promise<StoreStatus>;
}
