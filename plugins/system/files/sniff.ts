import { isUtf8 } from 'node:buffer';
import { sniffPicture } from '@waypost/sdk';
import { endingOf, type FileKind } from './values.ts';

/** Signs below the space that editors write: tab, line feed, carriage return. */
const WRITTEN: ReadonlySet<number> = new Set([9, 10, 13]);
const DELETE = 127;
/** What every document of Office begins its archive with, or has within its first entries. */
const OFFICE_ENTRY = '[Content_Types].xml';
const LOOKED_AT = 65_536;

/**
 * The kind that the bytes of a file tell, whatever it is called; undefined: none that is kept. Nothing is unpacked: an archive
 * is sent as it came.
 */
export function sniffFile(bytes: Uint8Array, name: string): FileKind | undefined {
  const picture = sniffPicture(bytes);
  if (picture !== undefined) return picture;
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1');
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^%PDF-\d\.\d/.test(head)) return 'pdf';
  if (head.startsWith('PK\x03\x04')) return head.includes(OFFICE_ENTRY) ? officeOrZip(name) : 'zip';
  if (head.slice(4, 8) === 'ftyp') return 'mp4';
  return isText(bytes) ? 'text' : undefined;
}

/** A document is an archive as well, and may be kept as either. */
const officeOrZip = (name: string): FileKind => (endingOf(name) === 'zip' ? 'zip' : 'office');

function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte === DELETE || (byte < 32 && !WRITTEN.has(byte)))) return false;
  return isUtf8(bytes);
}
