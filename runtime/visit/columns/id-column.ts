/** The id of each row, where rows with the same one stand together. */
export interface IdColumn {
  /** The row behind the last of a run. */
  ends: Uint32Array;
  /** 12 bytes for each run. */
  ids: Buffer;
}

/** Rows from `start`, without `end`. */
export interface RowRange {
  start: number;
  end: number;
}

const ID_BYTES = 12;
const END_BYTES = 4;

/** The bytes of a column of ids, hexadecimal: each run's id and end, little endian. */
export function writeIds(ids: readonly string[]): Buffer {
  const starts = ids.flatMap((id, row) => (row === 0 || ids[row - 1] !== id ? [row] : []));
  const bytes = Buffer.alloc(starts.length * (ID_BYTES + END_BYTES));
  for (const [run, start] of starts.entries()) {
    const at = run * (ID_BYTES + END_BYTES);
    bytes.write(ids[start] as string, at, 'hex');
    bytes.writeUInt32LE(starts[run + 1] ?? ids.length, at + ID_BYTES);
  }
  return bytes;
}

export function readIds(bytes: Buffer): IdColumn {
  const runs = bytes.length / (ID_BYTES + END_BYTES);
  const ends = new Uint32Array(runs);
  const ids = Buffer.alloc(runs * ID_BYTES);
  for (let run = 0; run < runs; run++) {
    const at = run * (ID_BYTES + END_BYTES);
    bytes.copy(ids, run * ID_BYTES, at, at + ID_BYTES);
    ends[run] = bytes.readUInt32LE(at + ID_BYTES);
  }
  return { ends, ids };
}

export const idOfRun = ({ ids }: IdColumn, run: number): string =>
  ids.toString('hex', run * ID_BYTES, (run + 1) * ID_BYTES);

/** The rows of one id among some, which stand in their order. */
export const rowsOfId = (column: IdColumn, id: string, among: readonly RowRange[]): RowRange[] => {
  const wanted = Buffer.from(id, 'hex');
  return rowsOf(
    column,
    (run) => column.ids.compare(wanted, 0, ID_BYTES, run * ID_BYTES, (run + 1) * ID_BYTES) === 0,
    among,
  );
};

/** The same of several ids. */
export const rowsOfIds = (
  column: IdColumn,
  ids: ReadonlySet<string>,
  among: readonly RowRange[],
): RowRange[] => rowsOf(column, (run) => ids.has(idOfRun(column, run)), among);

function rowsOf(
  { ends }: IdColumn,
  isWanted: (run: number) => boolean,
  among: readonly RowRange[],
): RowRange[] {
  const found: RowRange[] = [];
  for (const { start, end } of among) {
    let from = start;
    for (let run = runAt(ends, start); from < end; run++) {
      const until = Math.min(end, ends[run] as number);
      if (isWanted(run)) found.push({ start: from, end: until });
      from = until;
    }
  }
  return found;
}

/** The run that a row is in. */
export function runAt(ends: Uint32Array, row: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is left of rows without some of them; both stand in their order. */
export function withoutRows(rows: readonly RowRange[], gone: readonly RowRange[]): RowRange[] {
  const left: RowRange[] = [];
  let at = 0;
  for (const { start, end } of rows) {
    let from = start;
    while (at > 0 && (gone[at - 1] as RowRange).end > start) at--;
    for (; at < gone.length && (gone[at] as RowRange).start < end; at++) {
      const hole = gone[at] as RowRange;
      if (hole.start > from) left.push({ start: from, end: hole.start });
      from = Math.max(from, hole.end);
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}
