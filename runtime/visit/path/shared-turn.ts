import { RotationModel } from '@waypost/contract';
import { within } from '../links/arena.ts';
import { rotationOf } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { targetAt, targetCountOf } from '../links/record.ts';
import type { Shares } from '../shares/shares.ts';
import { targetCount } from './limited-counts.ts';

/** Whether thresholds decide which target has its turn. */
export function isSequential(bits: number): boolean {
  const model = rotationOf(bits);
  return model !== RotationModel.random && model !== RotationModel.polling;
}

/**
 * The turn of sequential rotation while thresholds are shared with other processes: as `sequentialTarget`, the first that has
 * room. A promise where only the store knows.
 */
export function createSharedTurn(
  index: LinkIndex,
  shares: Shares,
): (ordinal: number, mayWait: boolean) => number | Promise<void> {
  return (ordinal, mayWait) => {
    const record = index.recordOf(ordinal);
    const [bytes, offset] = [index.arena.bytesAt(record), within(record)];
    const last = targetCountOf(bytes, offset) - 1;
    for (let position = 0; position < last; position++) {
      const count = targetCount(index, ordinal, targetAt(bytes, offset, position));
      const room = shares.look(count, mayWait);
      if (room === 'ask') return shares.wait(count.counter);
      if (room === 'free') return position;
    }
    return last;
  };
}
