/**
 * What spreadsheets take for the beginning of a formula (docs/threats.md, row Exports): also as full-width signs, and
 * behind blanks, which some programs pass over.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL before a formula is passed over by some programs
export const FORMULA_LIKE = /^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n\u0000]/;
