import { StoreError } from '../value/errors.ts';

/** What SQLite or the disk said, with its code. */
export const textOf = (cause: unknown): string =>
  cause instanceof Error ? `${(cause as { code?: string }).code ?? ''} ${cause.message}` : String(cause);

const DISK_FULL = /SQLITE_FULL|disk is full|ENOSPC/;

/** The answer to a client whose write SQLite could not make durable. */
export const storageError = (cause: unknown): StoreError => {
  const text = textOf(cause);
  if (DISK_FULL.test(text)) return new StoreError(14031, `the disk is full: ${text.trim()}`, { cause });
  return new StoreError(8, `the write could not be stored: ${text.trim()}`, { cause });
};
