import { z } from 'zod';

/** Longest name of a column that a person is asked about. */
const HEAD_LENGTH = 200;
/** Columns that a person is asked about: more is an export of something else. */
const MAX_ASKED = 100;

/** What columns of a file are to be read as, by their names as the file writes them; empty: a column is left out. */
export const zColumnChoice = z
  .record(z.string().min(1).max(HEAD_LENGTH), z.string().max(60))
  .refine((chosen) => Object.keys(chosen).length <= MAX_ASKED);
export type ColumnChoices = z.infer<typeof zColumnChoice>;

/** What the first line of a file names. A file without such a line has neither `read` nor `unread`. */
export const zImportColumns = z.object({
  /** What may be read, in the reader's language. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), is_needed: z.boolean() })),
  read: z.array(z.object({ head: z.string(), field: z.string() })),
  /** Columns that nobody knows: they are left out, unless it is said what they are. */
  unread: z.array(z.string()),
});
export type ImportColumns = z.infer<typeof zImportColumns>;

/**
 * Columns with what a person has said of them: it goes before what their names are known for, and a field is read from one
 * column.
 */
export function chosenColumns<Column extends string>(
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
  { fields, chosen = {} }: { fields: readonly Column[]; chosen?: ColumnChoices | undefined },
): (Column | undefined)[] {
  const said = cells.map((cell) => {
    const head = cell.trim();
    return Object.hasOwn(chosen, head) ? (fields.find((field) => field === chosen[head]) ?? null) : undefined;
  });
  return columns.map((column, at) => {
    const wanted = said[at];
    if (wanted === undefined) return column !== undefined && said.includes(column) ? undefined : column;
    return wanted === null || said.indexOf(wanted) < at ? undefined : wanted;
  });
}

/** The labels of fields that have to be read, and are from no column. */
export const missingFields = ({ fields, read }: ImportColumns, chosen: ColumnChoices): string[] =>
  fields
    .filter(({ name, is_needed }) => is_needed && !isRead(name, { read, chosen }))
    .map(({ label }) => label);

const isRead = (name: string, { read, chosen }: Pick<ImportColumns, 'read'> & { chosen: ColumnChoices }) =>
  read.some(({ field }) => field === name) || Object.values(chosen).includes(name);

/** The heads of columns that are to be asked about: those that nothing is read from, each once, and no more than may be answered. */
export const askedHeads = (heads: readonly string[]): string[] =>
  [
    ...new Set(heads.map((head) => head.trim()).filter((head) => head !== '' && head.length <= HEAD_LENGTH)),
  ].slice(0, MAX_ASKED);
