/** Encodings that spreadsheets and editors save tables in; those without a mark are told apart by what they hold. */
const MARKS: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];
/** Bytes that are looked at. */
const LOOK = 4_096;

/**
 * The text of a file: UTF-8, UTF-16 or GB18030, with a mark or without; undefined for what is no text, and for what could as
 * well be in an encoding that is not known here: nobody shall get other letters than were written.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  const encodings = marked ? [marked.encoding] : (wideEncoding(bytes) ?? ['utf-8', 'gb18030']);
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding as 'utf-8', { fatal: true }).decode(bytes);
      if (!text.includes('\u0000') && (encoding !== 'gb18030' || isChinese(bytes))) return text;
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

/** The least part of a Chinese text that characters in everyday use are. */
const LEAST_EVERYDAY = 0.5;

/**
 * Whether bytes are Chinese in GB18030 by what it would say: nearly any text of Western, Cyrillic or Japanese letters could be
 * read as such, too, but would be of characters that nobody uses. The everyday ones, with signs, have places of their own.
 */
function isChinese(bytes: Uint8Array): boolean {
  let [all, everyday] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    const isEveryday = (lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3);
    all += 1;
    if (isEveryday && trail >= 0xa1) everyday += 1;
    // A digit behind the first byte: one of four.
    at += trail >= 0x30 && trail <= 0x39 ? 3 : 1;
  }
  return everyday >= all * LEAST_EVERYDAY;
}
