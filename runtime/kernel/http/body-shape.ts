import { defineError } from '@waypost/contract';

/** Lists and objects inside each other. */
const MOST_LEVELS = 32;
/** Values of a body, those inside lists and objects among them, for schemas look at each of them; … */
const MOST_VALUES = 5_000;
/** Names of a body: a schema keeps each one that it does not know. */
const MOST_NAMES = 5_000;
/** … and for calls that take more than the usual one value for so many bytes of their limit. */
const BYTES_A_VALUE = 32;

const tooComplex = defineError({ code: 'body_too_complex', status: 422, params: ['levels', 'values'] });

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
  const most = Math.max(MOST_VALUES, Math.floor(limit / BYTES_A_VALUE));
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
    if (levels > MOST_LEVELS || values > most || names > MOST_NAMES)
      throw tooComplex.create({ levels: MOST_LEVELS, values: names > MOST_NAMES ? MOST_NAMES : most });
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
