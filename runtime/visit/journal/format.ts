/**
 * The journal on disk. A journal is a directory `DATA_DIR/journal/<journal id>/` of segments `00000001.wpj`, …, each
 * complete in itself: a segment head, then batches, one a flush. Little endian. Sums make the journal account for itself:
 * what a reader has counted before a segment or a batch must be what that says; anything else is missing or damaged.
 *
 * Segment head (16): 0 u32 magic · 4 u32 number of the segment · 8 f64 visits of this journal before this segment, plus
 *   one: 0 is what segments hold that were written before this was told
 * Batch: head (64) · records (64 each) · definitions · padding to 16 · trailer (16)
 *   head: 0 u32 magic · 4 u32 length of the whole batch · 8 u32 CRC-32 of all that follows byte 12
 *         12 u32 records · 16 u32 bytes of definitions · 24 f64 time of the first record · 32 f64 visits of this journal
 *         up to and with this batch
 *   trailer: 0 f64 the same sum · 8 u32 length of the whole batch · 12 u32 magic: lets a reader find the last batch
 * Zeros may stand behind the last batch: a writer makes them ahead of what it writes. A batch never ends in one.
 * Record: 0 link id (12) · 12 owner id (12) · 24 f64 time, ms since 1970 · 32 u32 target key · 36 u32 flags
 *   · 40 u16 user agent · 42 u16 language · 44 u16 referrer host · 46 u16 campaign · 48 address (16)
 * Definition: u32 number · u16 bytes · UTF-8. A number is defined in the first batch of its segment that uses it.
 */
export const SEGMENT_MAGIC = 0x314a5057;
export const SEGMENT_HEAD_BYTES = 16;
export const BATCH_MAGIC = 0x31425057;
export const BATCH_END_MAGIC = 0x31455057;
export const BATCH_HEAD_BYTES = 64;
export const BATCH_TRAILER_BYTES = 16;
export const RECORD_BYTES = 64;
export const RECORD_WORDS = RECORD_BYTES / 4;
export const DEFINITION_HEAD_BYTES = 6;
/** Where the checksummed part of a batch starts. */
export const CHECKED_FROM = 12;

/** Numbers of two texts in one word: a segment never has as many as half a word can tell. */
export const twoNumbers = (first: number, second: number): number => first | (second << 16);
export const firstNumber = (word: number): number => word & 0xffff;
export const secondNumber = (word: number): number => word >>> 16;

/** A crawler that says so: counted apart. */
export const FLAG_CRAWLER = 1;
/** Not the last hop of its chain: moves the rotation on, is no visit. */
export const FLAG_HOP = 2;
/** The link keeps raw visits. */
export const FLAG_OPEN_LOG = 4;
/** The link has several targets, so their counts decide its rotation. */
export const FLAG_COUNTED_TARGETS = 8;
/** The link had expired and led on: in no sum of views. */
export const FLAG_EXPIRED = 16;
/** Its target was counted out of what the processes share (shares/shares.ts). */
export const FLAG_SHARED_TARGET = 32;
/** The link expires by visits, and it was counted out of what the processes share. */
export const FLAG_SHARED_VIEW = 64;
/** A rule of a shield has refused it, whose number stands in the target's place. Always beside FLAG_HOP: in no sum of views. */
export const FLAG_REFUSED = 128;
/** It came by the address that the QR picture carries, not by the link. */
export const FLAG_SCANNED = 256;

/** The head of segment `number`, before which the journal has `visits`. */
export function writeSegmentHead(number: number, visits: number): Buffer {
  const head = Buffer.alloc(SEGMENT_HEAD_BYTES);
  head.writeUInt32LE(SEGMENT_MAGIC, 0);
  head.writeUInt32LE(number >>> 0, 4);
  head.writeDoubleLE(visits + 1, 8);
  return head;
}

/** Visits of the journal before the segment with this head; undefined where it does not tell. */
export function visitsBeforeSegment(head: Buffer): number | undefined {
  if (head.readUInt32LE(0) !== SEGMENT_MAGIC) return undefined;
  const told = head.readDoubleLE(8);
  return Number.isSafeInteger(told) && told > 0 ? told - 1 : undefined;
}

/** `00000001.wpj` */
export function segmentName(number: number): string {
  return `${String(number).padStart(8, '0')}.wpj`;
}

/** Number of a segment's file name, or undefined for any other file. */
export function segmentNumber(name: string): number | undefined {
  const found = /^(\d{8,})\.wpj$/.exec(name);
  return found === null ? undefined : Number(found[1]);
}
