/** Encodings that spreadsheets and editors save tables in; those without a mark are told apart by what they hold. */
const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];
/** Bytes that are looked at. */
const LOOK = 4_096;

/** The text of a file: UTF-8, UTF-16 or GB18030, with a mark or without; undefined for what is no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const encodings = marked ? [marked.encoding] : (wideEncoding(bytes) ?? ['utf-8', 'gb18030']);
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding as 'utf-8', { fatal: true }).decode(bytes);
      if (!text.includes('\u0000')) return text;
    } catch (error) {
      // Not in this encoding: the next may fit.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}

/** Addresses are ASCII, every other byte of which is 0 in UTF-16. */
function wideEncoding(bytes: Uint8Array): string[] | undefined {
  let [even, odd] = [0, 0];
  const length = Math.min(bytes.length, LOOK);
  for (let at = 0; at < length; at += 1)
    if (bytes[at] === 0) {
      if (at % 2 === 0) even += 1;
      else odd += 1;
    }
  if (Math.max(even, odd) < length / 4) return undefined;
  return [even > odd ? 'utf-16be' : 'utf-16le'];
}
