import { SHORT_CODE_PATTERN } from '@waypost/contract';

/** Lines of one question, and letters of one line. */
export const MOST_LINES = 1_000;
export const LONGEST_LINE = 2_000;
/** Letters of a line by which it is told. */
const TOLD = 300;

export const LINE_FAULTS = ['form', 'too_long', 'twice'] as const;
export type LineFault = (typeof LINE_FAULTS)[number];

/** What a line asks for: codes of a name wherever they stand, the one code of an address, or all that stand on a host. */
export type Wanted =
  | { kind: 'code'; code: string }
  | { kind: 'link'; host: string; code: string; address: string }
  | { kind: 'host'; host: string };

/** `line` counts from 1, as people see lines. */
export interface AskedLine {
  line: number;
  text: string;
  wanted: Wanted | { fault: LineFault };
}

const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9][a-z0-9-]{0,62}$|^localhost$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Reads pasted lines, each a short code, a link or a domain. Empty ones are passed over; a spreadsheet's further cells, too. */
export function readAskedLines(text: string): AskedLine[] {
  const seen = new Set<string>();
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((whole, index): AskedLine[] => {
      const asked = (whole.split('\t')[0] ?? '').trim();
      if (asked === '') return [];
      const known = { line: index + 1, text: asked.slice(0, TOLD) };
      if (asked.length > LONGEST_LINE) return [{ ...known, wanted: { fault: 'too_long' } }];
      const wanted = wantedBy(asked);
      if (wanted === undefined) return [{ ...known, wanted: { fault: 'form' } }];
      const name = JSON.stringify(wanted);
      if (seen.has(name)) return [{ ...known, wanted: { fault: 'twice' } }];
      seen.add(name);
      return [{ ...known, wanted }];
    });
}

function wantedBy(text: string): Wanted | undefined {
  if (SHORT_CODE_PATTERN.test(text)) return { kind: 'code', code: text };
  const address = SCHEME.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname, search } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const host = hostname.replace(/\.$/, '');
  if (!HOST.test(host)) return undefined;
  const [first = ''] = pathname.slice(1).split('/');
  if (first === '' && search === '') return { kind: 'host', host };
  return { kind: 'link', host, code: SHORT_CODE_PATTERN.test(first) ? first : '', address };
}
