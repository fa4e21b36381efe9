/**
 * What few links have beside targets and rules, between the two: u16 length of all that follows, then entries, each
 * u8 kind · u16 length · bytes. The same in the compact form and in the arena's record.
 */
export const EXTRA = {
  /** u32 visits after which the link has expired · u32 visits counted so far. */
  limit: 1,
  /** u16 host hash · address that an expired link leads to. */
  end: 2,
  /** Hash of the password that visitors are asked for, ASCII. */
  password: 3,
  /** Of a pool: until when and at which hours its items are given out (pool-schedule.ts). */
  schedule: 4,
  /** What the code is called, UTF-8: pages of jump types may tell it. */
  name: 8,
  /** For each app of a target u32 key of the target · u8 system, by its place in APP_SYSTEMS · u16 length · address. */
  apps: 9,
  /** Of forwards: the paths of their rules in order, a line each (compiled-forwards.ts). */
  paths: 10,
  /** The group that the code is in: 12 bytes. */
  group: 11,
} as const;
export type ExtraKind = (typeof EXTRA)[keyof typeof EXTRA];

const HEAD_BYTES = 2;
const ENTRY_HEAD_BYTES = 3;

export interface Extra {
  kind: ExtraKind;
  bytes: Buffer;
}

/** The whole section. Throws RangeError when it would be longer than its length can say. */
export function extraSection(extras: readonly Extra[]): Buffer {
  const entries = extras.flatMap(({ kind, bytes }) => {
    const head = Buffer.alloc(ENTRY_HEAD_BYTES);
    head[0] = kind;
    head.writeUInt16LE(bytes.length, 1);
    return [head, bytes];
  });
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16LE(length);
  return Buffer.concat([head, ...entries]);
}

/** Bytes of the section that starts at `section`, its head included. */
export function extraLength(bytes: Uint8Array, section: number): number {
  return HEAD_BYTES + ((bytes[section] as number) | ((bytes[section + 1] as number) << 8));
}

/** Where the bytes of an entry start, or -1. */
export function findExtra(bytes: Uint8Array, section: number, kind: ExtraKind): number {
  const end = section + extraLength(bytes, section);
  let at = section + HEAD_BYTES;
  while (at < end) {
    if (bytes[at] === kind) return at + ENTRY_HEAD_BYTES;
    at += ENTRY_HEAD_BYTES + lengthBefore(bytes, at + ENTRY_HEAD_BYTES);
  }
  return -1;
}

/** Length of the entry whose bytes start at `at`. */
export function lengthBefore(bytes: Uint8Array, at: number): number {
  return (bytes[at - 2] as number) | ((bytes[at - 1] as number) << 8);
}
