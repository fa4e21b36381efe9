/** One record of a table, as it stands in a file. */
export interface CsvRecord {
  /** Line of the file in which it begins, from 1. */
  line: number;
  cells: string[];
  /** It has more letters than a record may have: the cells hold none of it. */
  isTooLong: boolean;
  /** A quotation of its first line is never closed, or only by a quote of a later line that opens a cell there. */
  isOpen: boolean;
}

const SEPARATORS = [',', ';', '\t'] as const;
/** What may separate the cells of a table. */
export type CsvSeparator = (typeof SEPARATORS)[number];

/**
 * Reads a table as spreadsheets save it (RFC 4180, also with semicolons or tabs, and ends of lines of every kind): a cell in
 * quotes may hold separators, ends of lines and doubled quotes, and keeps its blanks; others are trimmed. Lines that hold
 * nothing are passed over. What is longer than
 * a record may be is told apart and read on behind it, so that one damaged line costs nothing but itself.
 * @param options.longest letters of one record
 * @param options.separator what separates cells, where the caller knows it: a comma, a semicolon or a tab. Otherwise the first
 *   line that is not empty tells.
 */
export function* readCsv(
  text: string,
  options: { longest: number; separator?: CsvSeparator },
): Generator<CsvRecord> {
  const separator = options.separator ?? separatorOf(text);
  let [at, line] = [0, 1];
  while (at < text.length) {
    const record = readRecord(text, { at, line, separator, longest: options.longest });
    if (record.isTooLong || record.isOpen || record.cells.some((cell) => cell.trim() !== ''))
      yield { line, cells: record.cells, isTooLong: record.isTooLong, isOpen: record.isOpen };
    ({ at, line } = record);
  }
}

/** What separates cells: of the three the one that the first line with anything in it has most of, outside of quotes. */
function separatorOf(text: string): CsvSeparator {
  const line = /[^\r\n]+/.exec(text)?.[0] ?? '';
  const first = line.slice(0, 4_096).replaceAll(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((one) => first.split(one).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

interface Place {
  at: number;
  line: number;
  separator: string;
  longest: number;
}

function readRecord(text: string, { at: start, line: first, separator, longest }: Place) {
  const cells: string[] = [];
  /** Of `cell` so many letters stood in quotes; undefined: it has none. */
  let quotedLength: number | undefined;
  let [at, line, cell] = [start, first, ''];
  const endCell = () => {
    const kept = quotedLength ?? 0;
    const rest = cell.slice(kept);
    cells.push(kept === 0 ? rest.trim() : cell.slice(0, kept) + rest.trimEnd());
    [cell, quotedLength] = ['', undefined];
  };
  while (at < text.length && at - start <= longest) {
    const letter = text[at] as string;
    if (letter === '"' && cell === '') {
      const quoted = readQuoted(text, at + 1, start + longest);
      if (quoted.end === undefined) return givenUp(text, { start, line: first, isOpen: true });
      cell = quoted.cell;
      quotedLength = cell.length;
      line += lineEnds(text, at, quoted.end);
      at = quoted.end;
    } else if (letter === separator) {
      endCell();
      at += 1;
    } else if (letter === '\n' || letter === '\r') {
      endCell();
      const next = letter === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
      return { at: next, line: line + 1, cells, isTooLong: false, isOpen: false };
    } else {
      // What closed a cell of several lines was the quote that opens one further down: the first was never closed.
      if (line > first && (letter === '"' || (quotedLength !== undefined && letter.trim() !== '')))
        return givenUp(text, { start, line: first, isOpen: true });
      cell += letter;
      at += 1;
    }
  }
  if (at < text.length) return givenUp(text, { start, line: first, isOpen: false });
  endCell();
  return { at, line, cells, isTooLong: false, isOpen: false };
}

/** The cell behind a quotation mark, and where what follows it stands; without `end` it does not end in time. */
function readQuoted(text: string, from: number, limit: number): { cell: string; end?: number } {
  let [at, cell] = [from, ''];
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0 || end > limit) return { cell };
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return { cell, end: end + 1 };
    cell += '"';
    at = end + 2;
  }
}

/** Goes on behind the line in which a record began that nobody can read. */
function givenUp(text: string, { start, line, isOpen }: { start: number; line: number; isOpen: boolean }) {
  const ends = /\r\n|\r|\n/g;
  ends.lastIndex = start;
  const at = ends.exec(text) === null ? text.length : ends.lastIndex;
  return { at, line: line + 1, cells: [], isTooLong: !isOpen, isOpen };
}

function lineEnds(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
}
