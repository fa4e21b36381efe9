import type { VisitContact } from '@waypost/contract';

/** Bytes of a line, its break left out (RFC 6350, 3.2). */
const LINE_BYTES = 75;

/** A card that address books read: vCard 4.0 (RFC 6350). */
export function vcardOf(contact: VisitContact): string {
  const { name, organization, title, phones, emails, website, address, note } = contact;
  const lines = ['BEGIN:VCARD', 'VERSION:4.0', 'KIND:individual', `FN:${text(name)}`];
  if (organization !== undefined) lines.push(`ORG:${text(organization)}`);
  if (title !== undefined) lines.push(`TITLE:${text(title)}`);
  for (const phone of phones ?? []) lines.push(`TEL;VALUE=uri:${phoneUri(phone)}`);
  for (const email of emails ?? []) lines.push(`EMAIL:${text(email)}`);
  if (website !== undefined) lines.push(`URL:${new URL(website).href}`);
  // The whole address stands as the street: people write it as it is usual where they live.
  if (address !== undefined) lines.push(`ADR:;;${text(address)};;;;`);
  if (note !== undefined) lines.push(`NOTE:${text(note)}`);
  lines.push('END:VCARD');
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A phone number as an address that a phone dials. */
export function phoneUri(phone: string): string {
  return `tel:${phone.replace(/[^0-9+]/g, '')}`;
}

/** A text value (RFC 6350, 3.4). */
function text(value: string): string {
  return value.replace(/[\\,;]/g, (mark) => `\\${mark}`).replaceAll('\n', '\\n');
}

/** A line in pieces, none of which ends within a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    // The blank that a further piece begins with counts.
    if (bytes + length > LINE_BYTES - (pieces.length > 0 ? 1 : 0)) {
      pieces.push(piece);
      piece = '';
      bytes = 0;
    }
    piece += character;
    bytes += length;
  }
  return [...pieces, piece].join('\r\n ');
}
