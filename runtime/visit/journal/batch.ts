import {
  BATCH_END_MAGIC,
  BATCH_HEAD_BYTES,
  BATCH_MAGIC,
  BATCH_TRAILER_BYTES,
  CHECKED_FROM,
  DEFINITION_HEAD_BYTES,
  firstNumber,
  RECORD_BYTES,
  secondNumber,
} from './format.ts';

/** One answered visit as the journal holds it. Ids and the address are raw bytes as latin1 text, fit for Map keys. */
export interface JournalVisit {
  link: string;
  owner: string;
  /** Milliseconds since 1970. */
  time: number;
  targetKey: number;
  flags: number;
  userAgent: string;
  /** Host name, or empty. */
  referrer: string;
  /** The first language of the browser as it says it, or empty. */
  language: string;
  /** As derive/campaign.ts writes it, or empty. */
  campaign: string;
  address: string;
  /** Position in its journal, from 1. */
  sequence: number;
}

/** Length of the whole, undamaged batch at `offset`, or 0 when there is none (yet). */
export function batchLength(bytes: Buffer, offset: number, end: number): number {
  if (end - offset < BATCH_HEAD_BYTES + BATCH_TRAILER_BYTES) return 0;
  if (bytes.readUInt32LE(offset) !== BATCH_MAGIC) return 0;
  const length = bytes.readUInt32LE(offset + 4);
  if (length < BATCH_HEAD_BYTES + BATCH_TRAILER_BYTES || length > end - offset) return 0;
  if (bytes.readUInt32LE(offset + length - 4) !== BATCH_END_MAGIC) return 0;
  const sum = Bun.hash.crc32(bytes.subarray(offset + CHECKED_FROM, offset + length));
  return sum === bytes.readUInt32LE(offset + 8) ? length : 0;
}

export function batchRecords(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset + 12);
}

/** Visits of the journal up to and with this batch. */
export function batchSum(bytes: Buffer, offset: number): number {
  return bytes.readDoubleLE(offset + 32);
}

/** Visits of the journal before this batch. */
export function visitsBeforeBatch(bytes: Buffer, offset: number): number {
  return batchSum(bytes, offset) - batchRecords(bytes, offset);
}

/** Learns the texts that a batch defines. */
export function readDefinitions(bytes: Buffer, offset: number, texts: Map<number, string>): void {
  let at = offset + BATCH_HEAD_BYTES + batchRecords(bytes, offset) * RECORD_BYTES;
  const end = at + bytes.readUInt32LE(offset + 16);
  while (at < end) {
    const start = at + DEFINITION_HEAD_BYTES;
    const length = bytes.readUInt16LE(at + 4);
    texts.set(bytes.readUInt32LE(at), bytes.toString('utf8', start, start + length));
    at = start + length;
  }
}

/**
 * Appends records of a batch to `into`, from the `from`th on, `count` of them. Its definitions must have been read.
 */
export function readRecords(
  bytes: Buffer,
  part: { offset: number; from: number; count: number },
  texts: ReadonlyMap<number, string>,
  into: JournalVisit[],
): void {
  const { offset, from, count } = part;
  const before = visitsBeforeBatch(bytes, offset);
  for (let record = from; record < from + count; record++) {
    const at = offset + BATCH_HEAD_BYTES + record * RECORD_BYTES;
    const agentAndLanguage = bytes.readUInt32LE(at + 40);
    const referrerAndCampaign = bytes.readUInt32LE(at + 44);
    into.push({
      link: bytes.toString('latin1', at, at + 12),
      owner: bytes.toString('latin1', at + 12, at + 24),
      time: bytes.readDoubleLE(at + 24),
      targetKey: bytes.readUInt32LE(at + 32),
      flags: bytes.readUInt32LE(at + 36),
      userAgent: texts.get(firstNumber(agentAndLanguage)) ?? '',
      language: texts.get(secondNumber(agentAndLanguage)) ?? '',
      referrer: texts.get(firstNumber(referrerAndCampaign)) ?? '',
      campaign: texts.get(secondNumber(referrerAndCampaign)) ?? '',
      address: bytes.toString('latin1', at + 48, at + 64),
      sequence: before + record + 1,
    });
  }
}
