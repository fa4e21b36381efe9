import { type IpBlockFault, ipBlockOf } from '@waypost/sdk/platform';

export type LineFault = IpBlockFault | 'end' | 'twice';

/** A line that is right, and one that is not; `row` from 1. */
export interface ReadLine {
  row: number;
  text: string;
  ip: string;
  reason: string;
  /** Null: for ever; undefined: the line says nothing of it. */
  expires_at: Date | null | undefined;
}
export interface FaultyLine {
  row: number;
  text: string;
  fault: LineFault;
}

/** First cells that say that a line is the head of a table and no address. */
const HEADS: ReadonlySet<string> = new Set(['ip', 'address', 'ip address', 'cidr']);

/**
 * Reads pasted lines or a file: `address[,reason[,end]]`, cells with quotes as in CSV. Empty lines, lines that begin with #
 * and a head are passed over.
 * @param place what must not be shut out, and the present moment in milliseconds since 1970
 */
export function readLines(
  text: string,
  place: { own: string; proxies: readonly string[]; now: number },
): { lines: ReadLine[]; faults: FaultyLine[] } {
  const lines: ReadLine[] = [];
  const faults: FaultyLine[] = [];
  const seen = new Set<string>();
  for (const [index, whole] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const row = index + 1;
    const [first = '', reason = '', end = ''] = cellsOf(whole).map((cell) => cell.trim());
    if (first === '' || first.startsWith('#') || (index === 0 && HEADS.has(first.toLowerCase()))) continue;
    const known = { row, text: whole.trim().slice(0, 300) };
    const found = ipBlockOf({ text: first, own: place.own, proxies: place.proxies });
    const expires_at = end === '' ? undefined : new Date(end);
    if ('fault' in found) faults.push({ ...known, fault: found.fault });
    else if (expires_at !== undefined && !(expires_at.getTime() > place.now))
      faults.push({ ...known, fault: 'end' });
    else if (seen.has(found.ip)) faults.push({ ...known, fault: 'twice' });
    else {
      seen.add(found.ip);
      lines.push({ ...known, ip: found.ip, reason: reason.slice(0, 200), expires_at });
    }
  }
  return { lines, faults };
}

/** The cells of one line: quotes keep commas, and a quote within is doubled (RFC 4180). */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ',' || character === '\t' || character === ';')) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
