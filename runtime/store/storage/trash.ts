import type { Operations } from '../work/operation.ts';
import type { Connection } from './connection.ts';
import type { WriteGroup } from './write-group.ts';

/** Removes tables that no collection or index names any more, in slices, so that a large drop holds nobody up. */
export interface Trash {
  /** Empties and drops the tables once the open transaction, in which they lost their names, is durable. */
  add(tables: readonly string[]): void;
  stop(): void;
}

const ROWS_AT_ONCE = 500;

/** After a kill the store finds the rest by itself: tables without an entry in the catalog. */
export const createTrash = (input: {
  writer: Connection;
  group: WriteGroup;
  operations: Operations;
  /** Other connections that hold statements over dropped tables. */
  forget: (table: string) => void;
  /** Whether a collection or index has this table after all: its removal was undone. */
  isNamed: (table: string) => boolean;
  log: (event: string, error: unknown) => void;
}): Trash => {
  const { writer, group } = input;
  const waiting: string[] = [];
  let isRunning = false;
  let hasStopped = false;

  const empty = async (table: string): Promise<void> => {
    const operation = input.operations.begin({
      command: 'drop',
      namespace: table,
      maxTimeMilliseconds: undefined,
    });
    try {
      const key = table.startsWith('c') ? 'rid' : '(key, rid)';
      const columns = table.startsWith('c') ? 'rid' : 'key, rid';
      const remove = writer.prepare(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${columns} FROM ${table} ORDER BY ${columns} LIMIT ${ROWS_AT_ONCE})`,
      );
      for (;;) {
        await operation.pauseForWriting();
        if (hasStopped) return;
        group.begin();
        if (remove.run().changes < ROWS_AT_ONCE) break;
      }
      input.forget(table);
      writer.forget(table);
      writer.database.run(`DROP TABLE ${table}`);
    } finally {
      operation.end();
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    for (let table = waiting.shift(); table !== undefined && !hasStopped; table = waiting.shift()) {
      try {
        if (!input.isNamed(table)) await empty(table);
      } catch (error) {
        // A full disk, or a write that was given up: the next start tries again.
        group.failIfLost(error);
        input.log('removing a dropped table failed', error);
      }
    }
    isRunning = false;
  };

  return {
    add: (tables) =>
      group.whenDurable((error) => {
        if (error !== undefined || tables.length === 0) return;
        waiting.push(...tables);
        if (!isRunning && !hasStopped) void run();
      }),
    stop: () => {
      hasStopped = true;
    },
  };
};
