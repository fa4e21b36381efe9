import { within } from '../links/arena.ts';
import { ENDS_ELSEWHERE } from '../links/compiled-link.ts';
import { EXTRA, lengthBefore } from '../links/extras.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { extraAt } from '../links/record.ts';
import { bitsOf, ROW_WORDS, RULES, stateOf } from '../links/rows.ts';
import type { RuleTarget } from '../rules/visit-rules.ts';

/** States in which a link that answers 410 has expired, and was not taken away: on, and said to be expired. */
const EXPIRING_STATES: ReadonlySet<number> = new Set([0, 2]);
const HOST_BYTES = 2;

/** Where an expired link leads, of a link that answers 410; undefined where that is the answer. */
export function endOf(index: LinkIndex, ordinal: number): RuleTarget | undefined {
  const packed = index.rows[ordinal * ROW_WORDS + RULES] as number;
  if ((bitsOf(packed) & ENDS_ELSEWHERE) === 0 || !EXPIRING_STATES.has(stateOf(packed))) return undefined;
  const position = index.recordOf(ordinal);
  const end = readEnd(index.arena.bytesAt(position), within(position));
  // No target of the link, so that none of them has the visit: figures name it by nothing.
  return end && { ...end, key: 0 };
}

/** Where the record of a link or a pool leads when nothing else of it does. */
export function readEnd(bytes: Buffer, offset: number): Omit<RuleTarget, 'key'> | undefined {
  const at = extraAt(bytes, offset, EXTRA.end);
  if (at < 0) return undefined;
  const address = bytes.toString('latin1', at + HOST_BYTES, at + lengthBefore(bytes, at));
  return { address, hostHash: bytes.readUInt16LE(at) };
}
