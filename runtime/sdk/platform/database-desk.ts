/** The platform's own work that nobody ends by accident: it would begin again at once, or leave a part of the platform behind. */
export type EssentialWork = 'change_feed' | 'aggregator' | 'store';

/** What kind of thing a command does, for people. */
export type DatabaseVerb =
  | 'read'
  | 'write'
  | 'commit'
  | 'structure'
  | 'follow'
  | 'transaction'
  | 'tidy'
  | 'other';

/** `waiting`: for its turn to write, or for a document that another one holds. `open`: a transaction that nobody goes on with now. */
export type DatabaseWorkState = 'waiting' | 'open' | 'running' | 'ending';

/** Something that the database has at hand now. No value of any document is in it. */
export interface DatabaseWork {
  /** Names it for `end`; another command never has the same. */
  id: string;
  state: DatabaseWorkState;
  verb: DatabaseVerb;
  /** The command's name, such as `find`; empty for an open transaction. */
  command: string;
  /** Collection; empty where there is none, or several. */
  collection: string;
  /** Names of fields and operators, such as `filter{owner,state}`. */
  shape: string;
  /** Program that sent it, as it names itself: `waypost server`, `mongosh`; empty: unknown. */
  program: string;
  /** What in our own programs asked for it, such as `system user_list/inquire`; empty: unknown. */
  asked_by: string;
  /** Since when, by this process's clock. */
  since: Date;
  milliseconds: number;
  /** Whether it belongs to a transaction. */
  is_in_transaction: boolean;
  /** What it keeps others from: `Global W` is the turn to write, `system_role 3` three documents. */
  holds: string[];
  essential: EssentialWork | null;
}

/** How much of the database's work its user may see: all of it, the own alone, or nothing. */
export type DatabaseSight = 'all' | 'own' | 'nothing';

/** Commands of one shape that took long, of a stretch of time. */
export interface SlowShape {
  /** The same for the same shape, at any time. */
  key: string;
  verb: DatabaseVerb;
  command: string;
  collection: string;
  shape: string;
  count: number;
  total_ms: number;
  worst_ms: number;
  last: Date;
  program: string;
  asked_by: string;
  /** How the documents of the slowest were found, such as `COLLSCAN`; empty: unknown. */
  plan: string;
  /** Documents that the slowest has read; null: unknown. */
  documents_read: number | null;
  /** How many of them failed or were given up. */
  failed: number;
}

/** Whether what takes long can be noted: the database's user may lack the right to switch it on, or to read it. */
export type SlowSight = 'noted' | 'off' | 'may_not_switch' | 'may_not_read';

/** What the database does now and what took long there, and how its work is ended. */
export interface DatabaseDesk {
  /** What runs, waits and is open now in the platform's database. */
  now(): Promise<{ sees: DatabaseSight; work: DatabaseWork[] }>;
  /**
   * Ends it: a command's client gets error 11601, an open transaction's 251. Waits a moment for it.
   * @returns whether it was seen to be gone, and what it was
   * Errors: `not_found` 404 when it has ended by itself, `database_work_essential` 409, `database_right_missing` 409
   */
  end(id: string): Promise<{ is_gone: boolean; work: DatabaseWork }>;
  /** Notes what takes so many milliseconds from now on; 0: nothing. Where it is so already nothing is changed. */
  noteSlow(milliseconds: number): Promise<SlowSight>;
  /** What was noted between two moments of the database's own clock, by shape; null where it may not be read. */
  readSlow(after: Date, until: Date): Promise<SlowShape[] | null>;
  /** The database's own clock. */
  clock(): Promise<Date>;
}
