/** Rows that stand for themselves, or several without anything in them that stand folded in one line. */
export type Folded<Row> = { row: Row } | { empty: readonly Row[] };

/** Fewer empty rows in a row than this are no shorter when they are folded. */
const WORTH_FOLDING = 3;

/** Folds runs of empty rows; order and all others stay as they are. */
export function foldEmpty<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean): Folded<Row>[] {
  const folded: Folded<Row>[] = [];
  let run: Row[] = [];
  const close = (): void => {
    if (run.length >= WORTH_FOLDING) folded.push({ empty: run });
    else folded.push(...run.map((row) => ({ row })));
    run = [];
  };
  for (const row of rows) {
    if (isEmpty(row)) {
      run.push(row);
      continue;
    }
    close();
    folded.push({ row });
  }
  close();
  return folded;
}
