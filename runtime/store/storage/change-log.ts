import type { Connection } from './connection.ts';

/** What happened to a document (or its collection). */
export type ChangeKind = 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'rename' | 'dropDatabase';

/** One change, as change streams read it. */
export interface Change {
  sequence: number;
  kind: ChangeKind;
  database: string;
  collection: string;
  /** The document's bytes before the change; missing for inserts. */
  before: Uint8Array | undefined;
  /** The document's bytes after it; missing for deletes. For `rename`: the new namespace. */
  after: Uint8Array | undefined;
}

const KINDS: readonly ChangeKind[] = [
  'insert',
  'update',
  'replace',
  'delete',
  'drop',
  'rename',
  'dropDatabase',
];

/** How much of the past is kept. */
export interface ChangeLogLimits {
  /** Changes of all collections that stay in memory. */
  memoryBytes: number;
  /** Changes of watched collections that stay in the file. */
  fileBytes: number;
}

export const DEFAULT_LIMITS: ChangeLogLimits = {
  memoryBytes: 4 * 1024 * 1024,
  fileBytes: 128 * 1024 * 1024,
};

/**
 * The past as change streams see it. The recent past of every collection is in memory; that of collections which
 * somebody has watched is in the file too, so that a stream can be resumed after a restart.
 */
export interface ChangeLog {
  /** Adds a change to the open transaction. `isLogged`: write it to the file as well. */
  append(change: Change, isLogged: boolean): void;
  /** How many changes were appended since the log was opened. */
  appended(): number;
  /** Writes what was appended since the last call into the file; called just before COMMIT. */
  writePending(): void;
  /** Makes the appended changes visible to readers; called after COMMIT. Returns whether there were any. */
  publish(): boolean;
  /** Forgets what was appended: the transaction was rolled back. */
  discard(): void;
  /** Forgets what was appended after `appended()` gave this number: that part of the transaction was undone. */
  takeBack(appended: number): void;
  /** Published changes after `sequence`, oldest first, from memory when it reaches back so far, else from the file. */
  read(input: { after: number; limit: number }): Change[];
  /** The sequence number from which on every change of a logged collection is in the file. */
  oldestInFile(): number;
  /** Number of the newest change that readers may see, or of the write the log was opened at. */
  published(): number;
  /** Every change after this number is in memory. */
  memoryStart(): number;
}

/** Opens the log of a store whose newest write is number `last`. */
export const openChangeLog = (input: {
  writer: Connection;
  last: number;
  limits: ChangeLogLimits;
}): ChangeLog => {
  const { writer, limits } = input;
  let memory: Change[] = [];
  let memoryBytes = 0;
  let memoryStart = input.last;
  let published = input.last;
  let appended = 0;
  let pending: Change[] = [];
  let toFile: Change[] = [];
  const size = writer
    .prepare<{ bytes: number | null }>('SELECT sum(length(bytes)) AS bytes FROM oplog')
    .get();
  let fileBytes = size?.bytes ?? 0;
  const floor = writer.prepare<{ value: number }>("SELECT value FROM meta WHERE name = 'oplog_floor'").get();
  let fileStart = floor?.value ?? 0;
  let fileStartWhenRolledBack = fileStart;
  let fileBytesWhenRolledBack = fileBytes;

  const trimMemory = (): void => {
    let drop = 0;
    while (memoryBytes > limits.memoryBytes && drop < memory.length) {
      const change = memory[drop] as Change;
      memoryBytes -= bytesOf(change);
      memoryStart = change.sequence;
      drop += 1;
    }
    if (drop > 0) memory = memory.slice(drop);
  };

  const pruneFile = (): void => {
    while (fileBytes > limits.fileBytes) {
      const oldest = writer
        .prepare<{ last: number; size: number }>(
          'SELECT last, length(bytes) AS size FROM oplog ORDER BY last LIMIT 1',
        )
        .get();
      if (oldest === null) break;
      writer.prepare('DELETE FROM oplog WHERE last = ?').run(oldest.last);
      fileBytes -= oldest.size;
      fileStart = oldest.last;
      writer.prepare("INSERT OR REPLACE INTO meta(name, value) VALUES ('oplog_floor', ?)").run(fileStart);
    }
  };

  return {
    appended: () => appended,
    append: (change, isLogged) => {
      appended += 1;
      pending.push(change);
      if (isLogged) toFile.push(change);
    },
    writePending: () => {
      if (toFile.length === 0) return;
      const bytes = encodeChanges(toFile);
      const first = (toFile[0] as Change).sequence;
      const last = (toFile.at(-1) as Change).sequence;
      writer.prepare('INSERT INTO oplog(last, first, bytes) VALUES (?, ?, ?)').run(last, first, bytes);
      fileBytes += bytes.length;
      pruneFile();
    },
    publish: () => {
      const hasChanges = pending.length > 0;
      for (const change of pending) {
        memory.push(change);
        memoryBytes += bytesOf(change);
        published = change.sequence;
      }
      pending = [];
      toFile = [];
      fileStartWhenRolledBack = fileStart;
      fileBytesWhenRolledBack = fileBytes;
      trimMemory();
      return hasChanges;
    },
    discard: () => {
      pending = [];
      toFile = [];
      fileStart = fileStartWhenRolledBack;
      fileBytes = fileBytesWhenRolledBack;
    },
    takeBack: (count) => {
      const kept = pending.length - (appended - count);
      const undone = new Set(pending.slice(kept));
      pending = pending.slice(0, kept);
      toFile = toFile.filter((change) => !undone.has(change));
      appended = count;
    },
    read: ({ after, limit }) => {
      if (after >= memoryStart) {
        const from = firstAfter(memory, after);
        return memory.slice(from, from + limit);
      }
      const rows = writer
        .prepare<{ bytes: Uint8Array }>('SELECT bytes FROM oplog WHERE last > ? ORDER BY last LIMIT 8')
        .all(after);
      const changes: Change[] = [];
      for (const row of rows) {
        for (const change of decodeChanges(row.bytes)) if (change.sequence > after) changes.push(change);
        if (changes.length >= limit) break;
      }
      return changes;
    },
    oldestInFile: () => fileStart,
    published: () => published,
    memoryStart: () => memoryStart,
  };
};

const bytesOf = (change: Change): number => 120 + (change.before?.length ?? 0) + (change.after?.length ?? 0);

const firstAfter = (changes: readonly Change[], sequence: number): number => {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as Change).sequence <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** One change in the file: length, sequence, kind, then four length-prefixed parts (names, before, after). */
const encodeChanges = (changes: readonly Change[]): Buffer => {
  const parts: Uint8Array[] = [];
  for (const change of changes) {
    const namespace = Buffer.from(`${change.database}\0${change.collection}`);
    const before = change.before ?? new Uint8Array(0);
    const after = change.after ?? new Uint8Array(0);
    const head = Buffer.allocUnsafe(21);
    head.writeDoubleLE(change.sequence, 0);
    head[8] = KINDS.indexOf(change.kind);
    head.writeUInt32LE(namespace.length, 9);
    head.writeUInt32LE(before.length, 13);
    head.writeUInt32LE(after.length, 17);
    parts.push(head, namespace, before, after);
  }
  return Buffer.concat(parts);
};

const decodeChanges = (bytes: Uint8Array): Change[] => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const changes: Change[] = [];
  let offset = 0;
  const take = (length: number): Buffer => {
    const part = buffer.subarray(offset, offset + length);
    offset += length;
    return part;
  };
  while (offset < buffer.length) {
    const head = take(21);
    const [database = '', collection = ''] = take(head.readUInt32LE(9)).toString('utf8').split('\0');
    const before = take(head.readUInt32LE(13));
    const after = take(head.readUInt32LE(17));
    changes.push({
      sequence: head.readDoubleLE(0),
      kind: KINDS[head[8] as number] as ChangeKind,
      database,
      collection,
      before: before.length === 0 ? undefined : before,
      after: after.length === 0 ? undefined : after,
    });
  }
  return changes;
};
