/** What terminals take for orders (ECMA-48): colours, moves, titles, links. */
const SEQUENCES = new RegExp(
  [
    '\\u001b\\[[0-?]*[ -/]*[@-~]',
    '\\u009b[0-?]*[ -/]*[@-~]',
    // Texts up to their end: titles and links.
    '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?',
    '\\u001b[ -/]*[0-~]',
  ].join('|'),
  'g',
);
/** What is left of what nobody sees, but line breaks and tabs, and what turns the direction of a text around. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** What a program has written, as text to read: no orders to terminals, no letters that hide or turn others. */
export function outputText(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes)
    .replaceAll(SEQUENCES, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, (letter) => (letter === '\n' || letter === '\t' ? letter : '\ufffd'));
}
