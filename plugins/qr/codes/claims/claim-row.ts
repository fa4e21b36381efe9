import { completeTarget, isAllowedTarget, SHORT_CODE_PATTERN } from '@waypost/contract';
import { type CsvRecord, cellText } from '@waypost/sdk';
import {
  CODE_SPELLINGS,
  NAME_SPELLINGS,
  REMARK_SPELLINGS,
  type Spellings,
  TARGET_SPELLINGS,
} from '../import/head-columns.ts';
import { NAME_LENGTH, REMARK_LENGTH } from '../import/link-row.ts';
import { shortCodeIn } from '../short-code-in.ts';

export const CLAIM_COLUMNS = ['code', 'url', 'name', 'remark'] as const;
export type ClaimColumn = (typeof CLAIM_COLUMNS)[number];

/** What a head may call its columns. */
const SPELLINGS: Spellings<ClaimColumn> = [
  ['url', TARGET_SPELLINGS],
  ['code', CODE_SPELLINGS],
  ['name', NAME_SPELLINGS],
  ['remark', REMARK_SPELLINGS],
];

/** What is known of the columns of a file of codes and their targets. */
export const CLAIM_HEAD = { spellings: SPELLINGS, needed: ['code', 'url'], usual: CLAIM_COLUMNS } as const;

export const CLAIM_FAULTS = [
  ...(['too_long', 'open_quote', 'code', 'target', 'url', 'name', 'remark'] as const),
  ...(['twice', 'unknown', 'claimed', 'frozen'] as const),
] as const;
export type ClaimFault = (typeof CLAIM_FAULTS)[number];

/** A line of the file: which code leads where, or what is wrong with it. Without a name the code keeps its own. */
export interface ClaimRow {
  line: number;
  code: string;
  url: string;
  name: string;
  remark: string;
  /** Its cell for the target is there and empty: in a table that is filled in little by little that is no mistake. */
  isBlank: boolean;
  fault?: ClaimFault;
}

/** Reads one record. */
export function claimRow(record: CsvRecord, columns: readonly (ClaimColumn | undefined)[]): ClaimRow {
  const whole = (name: ClaimColumn): string => cellText(record.cells[columns.indexOf(name)] ?? '');
  const cell = (name: ClaimColumn): string => whole(name).trim();
  const target = record.cells[columns.indexOf('url')]?.trim();
  const row: ClaimRow = {
    line: record.line,
    code: shortCodeIn(cell('code')),
    url: target ? completeTarget(target) : '',
    name: cell('name'),
    remark: whole('remark'),
    isBlank: target === '',
  };
  const fault = faultOf(record, row);
  return fault === undefined ? row : { ...row, fault };
}

function faultOf(record: CsvRecord, row: ClaimRow): ClaimFault | undefined {
  if (record.isOpen) return 'open_quote';
  if (record.isTooLong) return 'too_long';
  if (!SHORT_CODE_PATTERN.test(row.code)) return 'code';
  if (row.url === '') return 'target';
  if (!isAllowedTarget(row.url)) return 'url';
  if (row.name.length > NAME_LENGTH) return 'name';
  return row.remark.length > REMARK_LENGTH ? 'remark' : undefined;
}

/** Lines to be claimed: those whose target is left blank are to stay as they are, unless that is all that there is. */
export function filledIn(rows: readonly ClaimRow[]): readonly ClaimRow[] {
  const filled = rows.filter(({ isBlank, fault }) => !(isBlank && fault === 'target'));
  return filled.length === 0 ? rows : filled;
}
