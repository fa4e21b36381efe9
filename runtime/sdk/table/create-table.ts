import { errors } from '@waypost/contract';
import { z } from 'zod';
import type { PluginContext } from '../context.ts';
import { CSV_START, csvRow } from '../csv.ts';
import type { Contributed } from '../extension.ts';
import type { OperationFile, OperationRun } from '../operations.ts';
import { EXPORT_FORMAT_POINT, type ExportFormat } from '../points.ts';
import { type CsvValue, clocksAhead, type TableValue, textCell } from './table-value.ts';
import { createXlsx, XLSX, zXlsxState } from './xlsx-table.ts';

/** Rows that a format is handed at once. */
const PORTION = 500;
/** Milliseconds between two times that what is written is kept: what a kill costs at most is done again. */
const KEEP_MS = 1_500;
/** Name of the form that the platform writes itself beside CSV. */
export const XLSX_FORMAT = 'xlsx';

/** A table that is being exported, row by row. */
export interface TableFile {
  /** Moments are written by the clocks of the platform, and texts that look like formulas so that they stay texts. */
  write(row: readonly TableValue[]): Promise<void>;
  /**
   * As `keep` of the file, with all rows so far, where a second and a half have passed since it was last kept: to be called
   * behind each portion of rows. The run that comes next finds the state as `kept` of its table and writes on.
   */
  keepWhenDue(state: unknown): Promise<void>;
  /** What the run before has kept; undefined: the table begins. */
  readonly kept: unknown;
  /** Writes what is left. */
  end(): Promise<void>;
}

/**
 * Checks that there is a form of the name, before an export in it begins.
 * @returns the contribution that brings it; undefined for `xlsx`, which the platform writes itself
 * Errors: `invalid_input` 422 at `format` when no active plugin brings it.
 */
export async function exportFormat(
  context: PluginContext,
  name: string,
): Promise<Contributed<ExportFormat> | undefined> {
  if (name === XLSX_FORMAT) return undefined;
  const formats = await context.points.contributions<ExportFormat>(EXPORT_FORMAT_POINT);
  const found = formats.find((one) => one.name === name);
  if (found === undefined)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'format', message: 'error.issue.contribution_unknown' }] },
    );
  return found;
}

/** A form in which rows are written, and where it stands. */
interface Form {
  write(row: readonly TableValue[]): Promise<void>;
  state(): Promise<unknown>;
  end(): Promise<void>;
}

interface TableWish {
  name: string;
  columns: string[];
  format: string | undefined;
}

type TableRun = Pick<OperationRun<unknown>, 'createFile'> &
  Partial<Pick<OperationRun<unknown>, 'kept' | 'translate'>>;

const zKept = z.object({ form: z.unknown(), state: z.unknown() });

/**
 * Starts the result file of an export: CSV, XLSX (`xlsx`), or a format that a plugin contributes; or goes on with that of the
 * run before, where it kept one.
 * @param table.name of the file, without its ending
 * @param table.format name of the contribution, or `xlsx`; undefined: CSV
 */
export async function createTable(
  context: PluginContext,
  run: TableRun,
  { columns, format, name }: TableWish,
): Promise<TableFile> {
  const kept = run.kept === undefined ? undefined : zKept.parse(run.kept);
  const begun = await beginFile(context, run, { columns, format, name });
  const form = await begun.form(kept?.form);
  let keptAt = context.clock.now();
  return {
    kept: kept?.state,
    write: form.write,
    async keepWhenDue(state) {
      if (context.clock.now() - keptAt < KEEP_MS) return;
      await begun.file.keep({ form: (await form.state()) ?? null, state });
      keptAt = context.clock.now();
    },
    end: form.end,
  };
}

interface Begun {
  file: OperationFile;
  /** `kept`: where the form stood in the run before. */
  form(kept: unknown): Promise<Form>;
}

async function beginFile(
  context: PluginContext,
  run: TableRun,
  { columns, format, name }: TableWish,
): Promise<Begun> {
  const ahead = clocksAhead(context.platform.timeZone);
  const textsOf = (row: readonly TableValue[]): CsvValue[] => row.map((value) => textCell(value, ahead));
  if (format === undefined) {
    const file = await run.createFile({ name: `${name}.csv`, type: 'text/csv; charset=utf-8' });
    return { file, form: (kept) => csvForm(file, { columns, ahead, isBegun: kept !== undefined }) };
  }
  const contributed = await exportFormat(context, format);
  if (contributed === undefined) {
    const file = await run.createFile({ name: `${name}.${XLSX.extension}`, type: XLSX.type });
    const words = { ahead, cut: run.translate?.('operation.cell_cut') ?? '…' };
    const stateOf = (kept: unknown) => (kept === undefined ? undefined : zXlsxState.parse(kept));
    return { file, form: (kept) => createXlsx(file, { name, columns, words, state: stateOf(kept) }) };
  }
  const { contribution } = contributed;
  const extension = String(contribution.extension)
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 10);
  const file = await run.createFile({ name: `${name}.${extension}`, type: String(contribution.type) });
  return { file, form: (kept) => contributedForm(file, { contribution, columns, textsOf, kept }) };
}

async function csvForm(
  file: OperationFile,
  { columns, ahead, isBegun }: { columns: string[]; ahead: (time: number) => number; isBegun: boolean },
): Promise<Form> {
  if (!isBegun) await file.write(CSV_START + csvRow(columns));
  return {
    write: (row) => file.write(csvRow(row, ahead)),
    state: async () => null,
    end: async () => {},
  };
}

async function contributedForm(
  file: OperationFile,
  given: {
    contribution: Contributed<ExportFormat>['contribution'];
    columns: string[];
    textsOf(row: readonly TableValue[]): CsvValue[];
    kept: unknown;
  },
): Promise<Form> {
  const { contribution, columns, textsOf } = given;
  let waiting: CsvValue[][] = [];
  let from = given.kept === undefined ? 0 : z.int().parse(given.kept);
  const portion = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await file.write(String(await contribution.rows(rows, { columns, from })));
    from += rows.length;
  };
  if (contribution.begin && given.kept === undefined)
    await file.write(String(await contribution.begin(columns)));
  return {
    async write(row) {
      waiting.push(textsOf(row));
      if (waiting.length >= PORTION) await portion();
    },
    async state() {
      await portion();
      return from;
    },
    async end() {
      await portion();
      if (contribution.end) await file.write(String(await contribution.end(columns)));
    },
  };
}
