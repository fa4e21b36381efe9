import { type CsvSeparator, cellText, readCsv, readEnd } from '@waypost/sdk';
import { type IpBlockFault, ipBlockOf } from '@waypost/sdk/platform';

export type LineFault = IpBlockFault | 'end' | 'twice' | 'too_long' | 'open_quote';

/** Letters of one record. */
const LONGEST = 2_000;
/** Letters of a line by which it is told. */
const TOLD = 300;

/** A line that is right, and one that is not; `row` from 1. */
export interface ReadLine {
  row: number;
  text: string;
  ip: string;
  reason: string;
  /** Null: for ever; undefined: the line says nothing of it. */
  expires_at: Date | null | undefined;
  /** The third cell as it is written, where it is no end. */
  third: string;
}
export interface FaultyLine {
  row: number;
  text: string;
  fault: LineFault;
}

const COMMENT = /^\uFEFF?[ \t]*#/;

/** First cells that say that a line is the head of a table and no address. */
const HEADS: ReadonlySet<string> = new Set(['ip', 'address', 'ip address', 'cidr']);

/**
 * Reads pasted lines or a file: `address[,reason[,end]]`, or `address[,reason[,third]]` on a list without ends, as every table is read here. Empty lines, lines that begin with #
 * and a head are passed over.
 * @param place what must not be shut out, the present moment in milliseconds since 1970, and whose clocks ends are written by
 */
export function readAddressLines(
  text: string,
  place: {
    own: string | undefined;
    proxies: readonly string[];
    now: number;
    timeZone: string;
    hasEnds: boolean;
  },
): { lines: ReadLine[]; faults: FaultyLine[] } {
  const lines: ReadLine[] = [];
  const faults: FaultyLine[] = [];
  const seen = new Set<string>();
  const whole = text.split(/\r\n|\r|\n/);
  const table = text.replace(/^\uFEFF/, '');
  let isFirst = true;
  for (const record of readCsv(table, { longest: LONGEST, separator: separatorOf(table) })) {
    const { line: row, isOpen, isTooLong } = record;
    // A comment, whatever stands in it; a cell of several lines may have such a line within it.
    if (COMMENT.test(whole[row - 1] ?? '')) continue;
    const [first = '', reason = '', third = ''] = record.cells.map((cell) => cellText(cell).trim());
    const end = place.hasEnds ? third : '';
    const isHead = isFirst && HEADS.has(first.toLowerCase());
    isFirst = false;
    const known = {
      row,
      text: (whole[row - 1] ?? '')
        .replace(/^\uFEFF/, '')
        .trim()
        .slice(0, TOLD),
    };
    if (isOpen || isTooLong) {
      faults.push({ ...known, fault: isOpen ? 'open_quote' : 'too_long' });
      continue;
    }
    if (first === '' || isHead) continue;
    const found = ipBlockOf({ text: first, own: place.own, proxies: place.proxies });
    const expires_at = end === '' ? undefined : readEnd(end, place.timeZone);
    if ('fault' in found) faults.push({ ...known, fault: found.fault });
    else if (end !== '' && !(expires_at !== undefined && expires_at.getTime() > place.now))
      faults.push({ ...known, fault: 'end' });
    else if (seen.has(found.ip)) faults.push({ ...known, fault: 'twice' });
    else {
      seen.add(found.ip);
      lines.push({ ...known, ip: found.ip, reason: reason.slice(0, 200), expires_at, third });
    }
  }
  return { lines, faults };
}

/** No address has one of the three in it, so that the first outside of quotes ends the first cell of some line. */
function separatorOf(table: string): CsvSeparator {
  const lines = table.replaceAll(/^[ \t]*#.*$/gm, '').replaceAll(/"[^"]*"/g, '');
  const [found = ','] = /[,;\t]/.exec(lines) ?? [];
  return found as CsvSeparator;
}
