/** The kind that the first bytes tell, whatever the file is called; undefined for anything else, SVG among it. */
export function sniffPicture(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | undefined {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  return undefined;
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and check sum around the data of a chunk. */
const PNG_FRAME_BYTES = 12;
/** What a still picture is drawn of (PNG, third edition, 11.2 and 11.3.1); everything else is about it, or moves it. */
const PNG_PICTURE_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/**
 * A picture's file without what is no picture. Texts and profiles of a PNG are packed: a few hundred KB of them unfold to as many
 * MB in whatever decodes the file, though nobody looks at them. JPEG and WebP have them unpacked, as large as the file.
 * @returns undefined when the bytes are no such picture, or its chunks do not follow each other
 */
export function pictureAlone(bytes: Uint8Array): Uint8Array | undefined {
  const kind = sniffPicture(bytes);
  if (kind !== 'png') return kind && bytes;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [file.subarray(0, PNG_SIGNATURE_BYTES)];
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_FRAME_BYTES <= file.length; ) {
    const end = at + PNG_FRAME_BYTES + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    const type = file.toString('latin1', at + 4, at + 8);
    if (PNG_PICTURE_CHUNKS.has(type)) parts.push(file.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
}
