import { oneValue } from '../aggregator/dimensions.ts';
import type { ChangedLinks } from './changed-links.ts';
import {
  type IdColumn,
  idOfRun,
  type RowRange,
  rowsOfId,
  rowsOfIds,
  runAt,
  withoutRows,
} from './id-column.ts';
import type { Columns } from './read-columns.ts';

/** What is counted of rows. */
export interface Wish {
  /** Columns whose values are counted; `link` counts links. */
  dimension: string;
  owner: string | undefined;
  link: string | undefined;
  /** Values that rows must have, by column. */
  only: ReadonlyMap<string, string>;
  /** The column and the number that is to be lower than this, where it has one. */
  before: { column: string; day: number } | undefined;
  /** Links whose rows do not hold, by whoever has or had them. */
  without: ChangedLinks;
}

/** The columns that are read for a wish. */
export function columnsOf({ dimension, owner, link, only, before, without }: Wish): string[] {
  const isWithout = without.size > 0;
  return [
    ...new Set([
      dimension,
      ...(owner !== undefined || isWithout ? ['owner'] : []),
      ...(link !== undefined || isWithout ? ['link'] : []),
      ...only.keys(),
      ...(before === undefined ? [] : [before.column]),
    ]),
  ];
}

/** Adds the rows of one portion, by the value of the dimension. `id`: that of a column of it. */
export function countRows(
  sums: Map<string, number>,
  wish: Wish,
  { rows, columns, id }: { rows: number; columns: Columns; id(column: string): string },
): void {
  const ids = (column: string) => required(columns.ids.get(id(column)));
  const values = (column: string) => required(columns.values.get(id(column)));
  let ranges: RowRange[] = [{ start: 0, end: rows }];
  if (wish.owner !== undefined) ranges = rowsOfId(ids('owner'), wish.owner, ranges);
  if (wish.link !== undefined) ranges = rowsOfId(ids('link'), wish.link, ranges);
  if (wish.without.size > 0) {
    const gone = [...wish.without].flatMap(([owner, links]) =>
      rowsOfIds(ids('link'), links, rowsOfId(ids('owner'), owner, [{ start: 0, end: rows }])),
    );
    ranges = withoutRows(
      ranges,
      gone.sort((one, other) => one.start - other.start),
    );
  }
  const tests: Test[] = [];
  for (const [column, value] of wish.only) {
    const { values: texts, codes } = values(column);
    const wanted = oneValue(column, value);
    const passes = texts.map((text) => (oneValue(column, text) === wanted ? 1 : 0));
    if (!passes.includes(1)) return;
    tests.push({ codes, passes });
  }
  if (wish.before !== undefined) {
    const { values: texts, codes } = values(wish.before.column);
    const { day } = wish.before;
    tests.push({ codes, passes: texts.map((text) => (text === '' || Number(text) < day ? 1 : 0)) });
  }
  if (wish.dimension === 'link') countLinks(sums, ids('link'), ranges, tests);
  else countValues(sums, wish.dimension, values(wish.dimension), { ranges, tests });
}

/** Which values of a column let a row pass. */
interface Test {
  codes: ArrayLike<number>;
  passes: readonly number[];
}

const passesAll = (tests: readonly Test[], row: number): boolean => {
  for (const { codes, passes } of tests) if (passes[codes[row] as number] === 0) return false;
  return true;
};

function countValues(
  sums: Map<string, number>,
  dimension: string,
  { values, codes }: { values: readonly string[]; codes: ArrayLike<number> },
  { ranges, tests }: { ranges: readonly RowRange[]; tests: readonly Test[] },
): void {
  const counts = new Uint32Array(values.length);
  for (const { start, end } of ranges)
    for (let row = start; row < end; row++)
      if (passesAll(tests, row)) {
        const place = codes[row] as number;
        counts[place] = (counts[place] as number) + 1;
      }
  for (const [place, kept] of values.entries()) {
    const count = counts[place] as number;
    const value = oneValue(dimension, kept);
    if (count > 0) sums.set(value, (sums.get(value) ?? 0) + count);
  }
}

function countLinks(
  sums: Map<string, number>,
  column: IdColumn,
  ranges: readonly RowRange[],
  tests: readonly Test[],
): void {
  for (const { start, end } of ranges) {
    let row = start;
    for (let run = runAt(column.ends, start); row < end; run++) {
      const runEnd = Math.min(end, column.ends[run] as number);
      let count = 0;
      for (; row < runEnd; row++) if (passesAll(tests, row)) count++;
      if (count === 0) continue;
      const link = idOfRun(column, run);
      sums.set(link, (sums.get(link) ?? 0) + count);
    }
  }
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a column was not read');
  return found;
}
