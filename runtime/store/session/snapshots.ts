import { Connection } from '../storage/connection.ts';

/** A pinned state of the store; reads on its connection see nothing that was committed later. */
export interface Snapshot {
  connection: Connection;
  release(): void;
}

/** Read connections, kept open between uses. */
export interface Snapshots {
  /** Pins the last committed state. */
  take(): Snapshot;
  /** A connection without a snapshot: each statement sees what is committed when it runs. */
  committed(): Connection;
  /** Resolves when nobody keeps a state. */
  whenNoneIsKept(): Promise<void>;
  /** Drops prepared statements over a table that is being dropped. */
  forget(table: string): void;
  close(): void;
}

/** Connections kept for the next transaction. */
const KEPT_CONNECTIONS = 8;

export const createSnapshots = (file: string): Snapshots => {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  let shared: Connection | undefined;
  let kept = 0;
  let waiting: (() => void)[] = [];
  const open = (): Connection => {
    const connection = Connection.openReader(file);
    all.add(connection);
    return connection;
  };

  return {
    take: () => {
      const connection = idle.pop() ?? open();
      connection.prepare('BEGIN').run();
      // A read transaction begins at its first read.
      connection.prepare('SELECT count(*) FROM meta').get();
      kept += 1;
      let isReleased = false;
      return {
        connection,
        release: () => {
          if (isReleased) return;
          isReleased = true;
          connection.prepare('COMMIT').run();
          kept -= 1;
          if (idle.length < KEPT_CONNECTIONS) idle.push(connection);
          else {
            all.delete(connection);
            connection.close();
          }
          if (kept > 0) return;
          const resumed = waiting;
          waiting = [];
          for (const resume of resumed) resume();
        },
      };
    },
    whenNoneIsKept: async () => {
      if (kept > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    committed: () => {
      shared ??= open();
      return shared;
    },
    forget: (table) => {
      for (const connection of all) connection.forget(table);
    },
    close: () => {
      for (const connection of all) connection.close();
      all.clear();
    },
  };
};
