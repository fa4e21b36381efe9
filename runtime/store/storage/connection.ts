import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite';

/** Name of the file within the store's directory. */
export const FILE_NAME = 'store.sqlite';

/** How far an acknowledged write reaches: FULL survives a power cut, NORMAL a killed process. */
export type Synchronous = 'FULL' | 'NORMAL';

/** A stored document as it lies in its collection's table. */
export interface RecordRow {
  rid: number;
  /** Sequence number of the write that made this version. */
  ver: number;
  doc: Uint8Array;
}

type RowStatement = Statement<RecordRow, SQLQueryBindings[]>;

/** The prepared statements that every read and write of one collection's documents uses. */
export interface RecordStatements {
  byKey: RowStatement;
  byRid: RowStatement;
  page: RowStatement;
  pageBackward: RowStatement;
  insert: Statement<unknown, SQLQueryBindings[]>;
  update: Statement<unknown, SQLQueryBindings[]>;
  remove: Statement<unknown, SQLQueryBindings[]>;
}

const PAGE_BYTES = 4096;
/** Pages that a connection keeps; the system caches the file's others. The file is not mapped: its pages would count as ours. */
const CACHE_KIBIBYTES = 24 * 1024;
/** The same in bytes: what the process may hold of its file in all, as far as it writes. */
export const CACHE_BYTES = CACHE_KIBIBYTES * 1024;
/** The keys of three indexes over 200,000 documents, which a list and its count read one after the other. */
const READER_CACHE_KIBIBYTES = 24 * 1024;
/**
 * How long a connection waits for another to let go of a lock. There is one writer, and still others take the lock of
 * writers, for microseconds: a reader that opens while the log's head is being changed (sqlite.org/wal.html, "Sometimes
 * Queries Return SQLITE_BUSY In WAL Mode").
 */
const LOCKED_MILLISECONDS = 2000;

/** One SQLite connection with its prepared statements. */
export class Connection {
  readonly database: Database;
  readonly #statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();
  readonly #records = new Map<number, RecordStatements>();

  private constructor(database: Database) {
    this.database = database;
  }

  /**
   * The one connection that writes; past `largestBytes` the file counts as full. Neither checkpoints nor the sync of the
   * log are left to COMMIT, which would keep everybody waiting: see checkpoint.ts and log-sync.ts. NORMAL still syncs
   * what keeps the file whole.
   */
  static openWriter(file: string, largestBytes?: number): Connection {
    const database = new Database(file, { create: true });
    database.run(`PRAGMA page_size = ${PAGE_BYTES}`);
    database.run('PRAGMA journal_mode = WAL');
    database.run('PRAGMA synchronous = NORMAL');
    database.run('PRAGMA wal_autocheckpoint = 0');
    database.run('PRAGMA locking_mode = NORMAL');
    database.run(`PRAGMA busy_timeout = ${LOCKED_MILLISECONDS}`);
    database.run(`PRAGMA cache_size = -${CACHE_KIBIBYTES}`);
    database.run('PRAGMA mmap_size = 0');
    database.run('PRAGMA temp_store = MEMORY');
    if (largestBytes !== undefined) {
      database.run(`PRAGMA max_page_count = ${Math.ceil(largestBytes / PAGE_BYTES)}`);
    }
    return new Connection(database);
  }

  /** A connection that sees committed data only; `BEGIN` on it pins a snapshot. */
  static openReader(file: string): Connection {
    const database = new Database(file, { readwrite: true });
    database.run(`PRAGMA busy_timeout = ${LOCKED_MILLISECONDS}`);
    database.run('PRAGMA query_only = ON');
    database.run(`PRAGMA cache_size = -${READER_CACHE_KIBIBYTES}`);
    database.run('PRAGMA mmap_size = 0');
    return new Connection(database);
  }

  /** Moves everything into the database file and empties the log, unless somebody still reads from it: nobody is waited for. */
  emptyLog(): void {
    this.database.run('PRAGMA busy_timeout = 0');
    try {
      this.database.run('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      this.database.run(`PRAGMA busy_timeout = ${LOCKED_MILLISECONDS}`);
    }
  }

  /** The prepared statement for `sql`, made once. */
  prepare<Row>(sql: string): Statement<Row, SQLQueryBindings[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare<unknown, SQLQueryBindings[]>(sql);
      this.#statements.set(sql, statement);
    }
    return statement as Statement<Row, SQLQueryBindings[]>;
  }

  /** Statements over the documents of collection number `id`. */
  records(id: number): RecordStatements {
    let statements = this.#records.get(id);
    if (statements === undefined) {
      const columns = `SELECT rid, ver, doc FROM c${id}`;
      statements = {
        byKey: this.prepare(`${columns} WHERE k = ?`),
        byRid: this.prepare(`${columns} WHERE rid = ?`),
        page: this.prepare(`${columns} WHERE rid > ? ORDER BY rid LIMIT ?`),
        pageBackward: this.prepare(`${columns} WHERE rid < ? ORDER BY rid DESC LIMIT ?`),
        insert: this.prepare(`INSERT OR IGNORE INTO c${id}(rid, k, ver, doc) VALUES (?, ?, ?, ?)`),
        update: this.prepare(`UPDATE c${id} SET ver = ?, doc = ? WHERE rid = ?`),
        remove: this.prepare(`DELETE FROM c${id} WHERE rid = ?`),
      };
      this.#records.set(id, statements);
    }
    return statements;
  }

  statementCount(): number {
    return this.#statements.size;
  }

  /** Forgets the statements over a table that is being dropped. `table` is `c<n>` or `x<n>`. */
  forget(table: string): void {
    const mentions = new RegExp(`\\b${table}\\b`);
    for (const [sql, statement] of this.#statements) {
      if (!mentions.test(sql)) continue;
      statement.finalize();
      this.#statements.delete(sql);
    }
    if (table.startsWith('c')) this.#records.delete(Number(table.slice(1)));
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#records.clear();
    this.database.close();
  }
}
