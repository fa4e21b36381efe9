import { defineError } from '@waypost/contract';

/** Lists and objects inside each other. */
const MOST_LEVELS = 32;
/** A call may be sent one value for so many bytes of its limit: schemas look at each of them. */
const BYTES_A_VALUE = 16;
const MOST_VALUES = 32_768;
/** And one name: a schema keeps each one that it does not know, and each is told. */
const BYTES_A_NAME = 32;
const MOST_NAMES = 4_096;

const tooComplex = defineError({
  code: 'body_too_complex',
  status: 422,
  params: ['levels', 'names', 'values'],
});

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Counts what a JSON text holds without making anything of it, so that neither the parser nor a schema walks through
 * more than they should. A text that is no JSON is counted like one; the parser finds out.
 * @param limit bytes that the call takes: one that takes more may hold more
 * @throws AppError `body_too_complex` 422
 */
export function requireSimple(text: string, limit: number): void {
  const mostValues = Math.min(MOST_VALUES, Math.ceil(limit / BYTES_A_VALUE));
  const mostNames = Math.min(MOST_NAMES, Math.ceil(limit / BYTES_A_NAME));
  let levels = 0;
  let values = 1;
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === QUOTE) at = endOfText(text, at);
    else if (letter === COMMA) values += 1;
    else if (letter === COLON) names += 1;
    else if (letter === LIST || letter === OBJECT) {
      levels += 1;
      values += 1;
    } else if (letter === LIST_END || letter === OBJECT_END) levels -= 1;
    else continue;
    if (levels > MOST_LEVELS || values > mostValues || names > mostNames)
      throw tooComplex.create({ levels: MOST_LEVELS, names: mostNames, values: mostValues });
  }
}

/** Place of the quote that ends the text which begins at `start`; the end of everything without one. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** An odd number of backslashes stands before an escaped quote. */
function isEscaped(text: string, start: number, at: number): boolean {
  let before = at - 1;
  while (before > start && text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - 1 - before) % 2 === 1;
}
