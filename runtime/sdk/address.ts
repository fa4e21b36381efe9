/** An address is 16 bytes; IPv4 stands in its IPv6-mapped form (::ffff:a.b.c.d). */
export const ADDRESS_BYTES = 16;
const MAPPED_PREFIX_BITS = 96;

/** Writes an IPv4 text of `text[from, to)` into `bytes` at `offset`; false (nothing promised about `bytes`) when it is none. */
function writeVersion4(text: string, from: number, to: number, bytes: Uint8Array, offset: number): boolean {
  let part = 0;
  let value = -1;
  for (let at = from; at <= to; at++) {
    const character = at === to ? 46 : text.charCodeAt(at);
    if (character === 46) {
      if (value < 0 || part > 3) return false;
      bytes[offset + 12 + part++] = value;
      value = -1;
      continue;
    }
    const digit = character - 48;
    if (digit < 0 || digit > 9 || value === 0) return false;
    value = value < 0 ? digit : value * 10 + digit;
    if (value > 255) return false;
  }
  if (part !== 4) return false;
  bytes.fill(0, offset, offset + 10);
  bytes[offset + 10] = 255;
  bytes[offset + 11] = 255;
  return true;
}

function parseGroups(text: string): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [position, part] of parts.entries()) {
    if (position === parts.length - 1 && part.includes('.')) {
      const mapped = new Uint8Array(ADDRESS_BYTES);
      if (!writeVersion4(part, 0, part.length, mapped, 0)) return undefined;
      groups.push((mapped[12] as number) * 256 + (mapped[13] as number));
      groups.push((mapped[14] as number) * 256 + (mapped[15] as number));
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function writeVersion6(text: string, bytes: Uint8Array, offset: number): boolean {
  const zone = text.indexOf('%');
  const halves = (zone < 0 ? text : text.slice(0, zone)).split('::');
  if (halves.length > 2) return false;
  const head = parseGroups(halves[0] as string);
  const tail = halves.length === 2 ? parseGroups(halves[1] as string) : [];
  if (head === undefined || tail === undefined) return false;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return false;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...tail];
  for (const [position, group] of groups.entries()) {
    bytes[offset + position * 2] = group >> 8;
    bytes[offset + position * 2 + 1] = group & 255;
  }
  return true;
}

/**
 * Writes the address in `text[from, to)` as 16 bytes. Takes IPv4, IPv6, a bracketed IPv6 and a port after either.
 * Returns false when it is none of them; the bytes are then undefined.
 */
export function writeAddress(
  text: string,
  from: number,
  to: number,
  bytes: Uint8Array,
  offset: number,
): boolean {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  if (writeVersion4(text, start, end, bytes, offset)) return true;
  let address = text.slice(start, end);
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(address);
  if (bracketed !== null) address = bracketed[1] as string;
  else if (/^[\d.]+:\d{1,5}$/.test(address)) {
    const colon = address.indexOf(':');
    return writeVersion4(address, 0, colon, bytes, offset);
  }
  return address.includes(':') && address.length <= 60 && writeVersion6(address, bytes, offset);
}

/** The 16 bytes of an address text, or undefined when it is none. */
export function parseAddress(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(ADDRESS_BYTES);
  return writeAddress(text, 0, text.length, bytes, 0) ? bytes : undefined;
}

/** Whether the 16 bytes at `offset` are an IPv4 address. */
export function isVersion4(bytes: Uint8Array, offset = 0): boolean {
  for (let at = 0; at < 10; at++) if (bytes[offset + at] !== 0) return false;
  return bytes[offset + 10] === 255 && bytes[offset + 11] === 255;
}

/** The usual text of 16 bytes: dotted IPv4, or IPv6 with its longest run of zero groups left out (RFC 5952). */
export function formatAddress(bytes: Uint8Array, offset = 0): string {
  if (isVersion4(bytes, offset)) {
    return `${bytes[offset + 12]}.${bytes[offset + 13]}.${bytes[offset + 14]}.${bytes[offset + 15]}`;
  }
  const groups: string[] = [];
  for (let at = 0; at < ADDRESS_BYTES; at += 2) {
    groups.push((((bytes[offset + at] as number) << 8) | (bytes[offset + at + 1] as number)).toString(16));
  }
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (groups[start + length] === '0') length++;
    if (length > best.length) best = { start, length };
  }
  if (best.start < 0) return groups.join(':');
  return `${groups.slice(0, best.start).join(':')}::${groups.slice(best.start + best.length).join(':')}`;
}

/** A range of addresses: the first `bits` bits of `network`. */
export interface AddressRange {
  network: Uint8Array;
  bits: number;
}

/** Reads `10.0.0.0/8`, `fd00::/8`, `::ffff:10.0.0.0/104` or a single address; undefined when it is none. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', length, ...rest] = text.trim().split('/');
  const network = parseAddress(address);
  if (network === undefined || rest.length > 0) return undefined;
  if (length === undefined) return { network, bits: 128 };
  // The mapped form of IPv4 is written with either length: 8 or 104.
  const isWhole = address.includes(':') && Number(length) >= MAPPED_PREFIX_BITS;
  const base = isVersion4(network) && address.includes('.') && !isWhole ? MAPPED_PREFIX_BITS : 0;
  if (!/^\d{1,3}$/.test(length) || base + Number(length) > 128) return undefined;
  return { network, bits: base + Number(length) };
}

/** Whether the 16 bytes at `offset` lie in one of the ranges. */
export function isInRanges(ranges: readonly AddressRange[], bytes: Uint8Array, offset: number): boolean {
  for (const range of ranges) if (isInRange(range, bytes, offset)) return true;
  return false;
}

function isInRange({ network, bits }: AddressRange, bytes: Uint8Array, offset: number): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (bytes[offset + at] !== network[at]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const mask = (255 << (8 - rest)) & 255;
  return ((bytes[offset + whole] as number) & mask) === ((network[whole] as number) & mask);
}

const WORDS = ADDRESS_BYTES / 4;

/** The same for ranges that each of many thousand addresses is held against: four words of each, not sixteen bytes. */
export function createRangeCheck(ranges: readonly AddressRange[]): (bytes: Uint8Array) => boolean {
  const masks = new Int32Array(ranges.length * WORDS);
  const networks = new Int32Array(ranges.length * WORDS);
  ranges.forEach(({ network, bits }, number) => {
    for (let word = 0; word < WORDS; word++) {
      const kept = Math.min(32, Math.max(0, bits - word * 32));
      // A shift by 32 is none.
      const mask = kept === 0 ? 0 : -1 << (32 - kept);
      masks[number * WORDS + word] = mask;
      networks[number * WORDS + word] = wordOf(network, word * 4) & mask;
    }
  });
  const isIn = (bytes: Uint8Array, word: number, at: number): boolean =>
    (wordOf(bytes, word * 4) & (masks[at + word] as number)) === networks[at + word];
  return (bytes) => {
    // The last word first: there IPv4 addresses differ.
    for (let at = 0; at < masks.length; at += WORDS)
      if (isIn(bytes, 3, at) && isIn(bytes, 2, at) && isIn(bytes, 1, at) && isIn(bytes, 0, at)) return true;
    return false;
  };
}

/** 32 bits, the first byte highest. */
function wordOf(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

/** The one spelling of a range: IPv4 in dots, what is behind its length zero, no length for a single address. */
export function formatRange({ network, bits }: AddressRange): string {
  const first = network.slice();
  for (let at = 0; at < ADDRESS_BYTES; at++) {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    first[at] = (first[at] as number) & (255 << (8 - kept));
  }
  const isShort = bits >= MAPPED_PREFIX_BITS && isVersion4(first);
  const length = isShort ? bits - MAPPED_PREFIX_BITS : bits;
  return bits === ADDRESS_BYTES * 8 ? formatAddress(first) : `${formatAddress(first)}/${length}`;
}

/** Whether some address is in both: ranges lie within each other or apart. */
export function doRangesMeet(left: AddressRange, right: AddressRange): boolean {
  const [wide, narrow] = left.bits <= right.bits ? [left, right] : [right, left];
  return isInRanges([wide], narrow.network, 0);
}
