import { within } from './arena.ts';
import { EXTRA } from './extras.ts';
import type { LinkIndex } from './link-index.ts';
import { extraAt } from './record.ts';

const GROUP_BYTES = 12;

/** The group that a link's code is in, 24 hex digits; empty where it is in none. */
export function linkGroupOf(index: Pick<LinkIndex, 'arena' | 'recordOf'>, ordinal: number): string {
  const position = index.recordOf(ordinal);
  const bytes = index.arena.bytesAt(position);
  const at = extraAt(bytes, within(position), EXTRA.group);
  return at < 0 ? '' : bytes.toString('hex', at, at + GROUP_BYTES);
}
