import { EXTRA } from './extras.ts';
import { extraAt } from './record.ts';

/** Where the counted visits stand behind the limit. */
const VIEWS = 4;
const MOST_VIEWS = 0xffffffff;

/** Whether a link that expires by visits has had them. */
export function isUsedUp(bytes: Buffer, offset: number): boolean {
  const at = extraAt(bytes, offset, EXTRA.limit);
  return at >= 0 && bytes.readUInt32LE(at + VIEWS) >= bytes.readUInt32LE(at);
}

/** After how many visits a link expires; -1 for one that does not expire by visits. */
export function limitOf(bytes: Buffer, offset: number): number {
  const at = extraAt(bytes, offset, EXTRA.limit);
  return at < 0 ? -1 : bytes.readUInt32LE(at);
}

/** Counted visits of a link that expires by visits; -1 for any other, whose visits are counted elsewhere. */
export function viewsOf(bytes: Buffer, offset: number): number {
  const at = extraAt(bytes, offset, EXTRA.limit);
  return at < 0 ? -1 : bytes.readUInt32LE(at + VIEWS);
}

/** Writes the counted visits of a link that expires by visits; of any other nothing. */
export function setViews(bytes: Buffer, offset: number, views: number): void {
  const at = extraAt(bytes, offset, EXTRA.limit);
  if (at >= 0) bytes.writeUInt32LE(Math.min(Math.max(views, 0), MOST_VIEWS), at + VIEWS);
}
