import { SQLiteError } from 'bun:sqlite';
import { shapeOf } from '../request/read-shape.ts';
import { storageError } from '../storage/storage-error.ts';
import { StoreError } from '../value/errors.ts';
import type { CommandContext } from './context.ts';
import type { EmbeddedStore } from './store.ts';

/**
 * What the client is told of an error that a command met. One that is no refusal is the store's own fault: it is logged
 * with the command's shape, and ends this command alone unless SQLite cannot store anything.
 */
export const refusalOf = (
  store: EmbeddedStore,
  error: unknown,
  context: CommandContext | undefined,
): StoreError => {
  if (error instanceof StoreError) return error;
  store.group.failIfLost(error);
  store.options.log('a command failed', withoutValues(error), context && shapeOf(context));
  if (error instanceof SQLiteError) return storageError(error);
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(1, `the embedded store failed: ${message}`, { cause: error });
};

/** Errors of the engine and of SQLite, whose sentences name parts of the program. */
const SPEAKS_OF_PROGRAM = [TypeError, ReferenceError, RangeError, SQLiteError];

/** What is logged: where it happened. A sentence that may quote what the client sent is left out. */
const withoutValues = (error: unknown): unknown => {
  if (!(error instanceof Error)) return typeof error;
  if (SPEAKS_OF_PROGRAM.some((known) => error instanceof known)) return error;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [error.name, ...frames].join('\n');
};
