import type { Locale } from '@waypost/contract';
import type { SignedRequest } from '../request.ts';

/** A list as one of its calls answers it, and what it is asked for, without the paging. */
export interface AskedList {
  area: string;
  call: string;
  body: Readonly<Record<string, unknown>>;
}

/** Whose rights are read with, long after the request is over; data, to be kept with the work. */
export interface LaterReader {
  account: string;
  via: 'session' | 'api_key';
  credential: string;
  /** An operator acted as the account: what is personal stays closed. */
  isActing: boolean;
}

export interface ListReading {
  reader: LaterReader;
  locale: Locale;
  signal: AbortSignal;
}

export interface ListPortion {
  rows: readonly Readonly<Record<string, unknown>>[];
  /** From where to go on, as JSON has it; null: that was all. */
  next: unknown;
}

/** Lists of every plugin, read from their beginning to their end with the rights that the reader has at each step. */
export interface ListDesk {
  /** Who makes a request, for work that goes on after it. */
  readerOf(request: SignedRequest): LaterReader;
  /**
   * Checks that the caller may take a list away: its call's own right, and `<resource>:export` where there is such a node.
   * Errors: `not_found` 404 when no active plugin has such a list, `forbidden` and `acting_refused` 403, `invalid_input` 422.
   */
  check(list: AskedList, request: SignedRequest): Promise<void>;
  /** How many there are; undefined where nobody has counted them all. Errors: as `portion`. */
  count(list: AskedList, reading: ListReading): Promise<number | undefined>;
  /**
   * The next rows, as the list's own call answers them: no row twice, and none left out that was there from the beginning.
   * `after`: `next` of the portion before; undefined: from the first.
   * Errors: as `check`, with what the reader may do now; `list_too_long` 422 where the list ends before its rows do.
   */
  portion(list: AskedList, after: unknown, reading: ListReading): Promise<ListPortion>;
  /** One row by its id; undefined when it is gone or not the reader's to see. */
  row(
    thing: { area: string; id: string },
    reading: ListReading,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}
