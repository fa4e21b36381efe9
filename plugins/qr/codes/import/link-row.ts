import { completeTarget, isAllowedTarget, SHORT_CODE_PATTERN } from '@waypost/contract';
import { type CsvRecord, cellText, readEnd } from '@waypost/sdk';
import { shortCodeIn } from '../short-code-in.ts';
import {
  CODE_SPELLINGS,
  NAME_SPELLINGS,
  REMARK_SPELLINGS,
  type Spellings,
  TARGET_SPELLINGS,
} from './head-columns.ts';

/** Longest name and note, as the code itself has them. */
export const NAME_LENGTH = 100;
export const REMARK_LENGTH = 500;

export const LINK_COLUMNS = ['url', 'name', 'short_code', 'expires_at', 'remark'] as const;
export type LinkColumn = (typeof LINK_COLUMNS)[number];

/** What a head may call its columns. */
const SPELLINGS: Spellings<LinkColumn> = [
  ['url', TARGET_SPELLINGS],
  ['short_code', CODE_SPELLINGS],
  ['name', NAME_SPELLINGS],
  [
    'expires_at',
    [
      ...['expiresat', 'expires', 'expireson', 'expireat', 'expiry', 'expirydate', 'expiration'],
      ...['expirationdate', 'validuntil', '过期时间', '到期时间', '到期日'],
    ],
  ],
  ['remark', REMARK_SPELLINGS],
];

/** What is known of the columns of a file of links. */
export const LINK_HEAD = { spellings: SPELLINGS, needed: ['url'], usual: LINK_COLUMNS } as const;

export type LinkFault =
  | 'too_long'
  | 'open_quote'
  | 'url'
  | 'name'
  | 'short_code'
  | 'expires_at'
  | 'expired'
  | 'remark'
  | 'twice'
  | 'taken'
  | 'reserved'
  | 'retired';

/** A line of the file: what to make of it, or what is wrong with it. */
export interface LinkRow {
  line: number;
  url: string;
  name: string;
  short_code: string;
  expires_at: Date | null;
  remark: string;
  fault?: LinkFault;
}

/** When and where a file is read: `now` in milliseconds since 1970. */
export interface ReadingClock {
  now: number;
  timeZone: string;
}

/** Reads one record. */
export function linkRow(
  record: CsvRecord,
  columns: readonly (LinkColumn | undefined)[],
  clock: ReadingClock,
): LinkRow {
  const whole = (name: LinkColumn): string => cellText(record.cells[columns.indexOf(name)] ?? '');
  const cell = (name: LinkColumn): string => whole(name).trim();
  const end = cell('expires_at');
  const url = completeTarget(cell('url'));
  const row: LinkRow = {
    line: record.line,
    url,
    name: cell('name') || nameOf(url),
    short_code: codeOf(cell('short_code')),
    expires_at: end === '' ? null : (readEnd(end, clock.timeZone) ?? new Date(Number.NaN)),
    remark: whole('remark'),
  };
  const fault = faultOf(record, row, clock.now);
  return fault === undefined ? row : { ...row, fault };
}

/** The code of a cell that has it by itself, or within the short address of before. */
const codeOf = (cell: string): string => (cell.includes('/') ? shortCodeIn(cell) : cell);

function faultOf(record: CsvRecord, row: LinkRow, now: number): LinkFault | undefined {
  if (record.isOpen) return 'open_quote';
  if (record.isTooLong) return 'too_long';
  if (!isAllowedTarget(row.url)) return 'url';
  if (row.name.length > NAME_LENGTH) return 'name';
  if (row.short_code !== '' && !SHORT_CODE_PATTERN.test(row.short_code)) return 'short_code';
  if (row.expires_at !== null && Number.isNaN(row.expires_at.getTime())) return 'expires_at';
  if (row.expires_at !== null && row.expires_at.getTime() <= now) return 'expired';
  return row.remark.length > REMARK_LENGTH ? 'remark' : undefined;
}

/** What a link is called that nobody has named: where it leads, as short as that can be said. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return (parsed === null ? url : `${parsed.host}${parsed.pathname}`)
    .replace(/\/$/, '')
    .slice(0, NAME_LENGTH);
}
