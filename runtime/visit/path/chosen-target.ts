import { RotationModel } from '@waypost/contract';
import type { Random } from '@waypost/sdk';
import { FLAG_COUNTED_TARGETS, FLAG_SHARED_TARGET } from '../journal/format.ts';
import { within } from '../links/arena.ts';
import { HAS_POOL, rotationOf } from '../links/compiled-link.ts';
import { poolIdOf } from '../links/link-content.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { addressAt, hostHashAt, keyAt, targetAt, targetCountOf } from '../links/record.ts';
import type { RuleTarget } from '../rules/visit-rules.ts';
import type { Shares } from '../shares/shares.ts';
import type { PoolChoice, Pools } from './choose-from-pool.ts';
import { createTurn } from './rotation-turn.ts';
import { createSharedTurn, isSequential } from './shared-turn.ts';
import type { Tell } from './tell.ts';

/** Where a visit goes, and what is counted for it. */
export interface ChosenTarget {
  ordinal: number;
  /** Offset of its head in the link's record. */
  target: number;
  /** What it is called in the journal. */
  key: number;
  flags: number;
  address: string;
  hostHash: number;
  /** What is counted at the pool that the target is. */
  inner: PoolChoice['counted'];
  /** Whether a count decides where the next visit goes. */
  isCounted: boolean;
}

/**
 * Makes the choice among the targets of a link, and in a pool where the target is one. `elsewhere`: where rules or the end of the
 * link lead instead. Answers `paused` where there is nothing to go to, and a promise where only the
 * store knows: the choice is then made once more.
 */
export function createTargetChoices(options: {
  index: LinkIndex;
  pools: Pools;
  random: Random;
  shares: Shares;
  areCountsKnown(): boolean;
  tell?: Tell | undefined;
}) {
  const { areCountsKnown, index, pools, shares } = options;
  const turn = createTurn(options.random, options.tell);
  const sharedTurn = createSharedTurn(index, shares);
  /** Whether a choice by counts can be made: not before they are known. */
  const canChoose = (ordinal: number): boolean => {
    if (areCountsKnown()) return true;
    const bits = index.bitsOf(ordinal);
    if ((bits & HAS_POOL) !== 0) return false;
    const position = index.recordOf(ordinal);
    const hasSeveral = targetCountOf(index.arena.bytesAt(position), within(position)) > 1;
    return !hasSeveral || rotationOf(bits) === RotationModel.random;
  };
  const choose = (
    ordinal: number,
    elsewhere: RuleTarget | undefined,
    mayWait: boolean,
  ): ChosenTarget | 'paused' | Promise<void> => {
    const bits = index.bitsOf(ordinal);
    const position = index.recordOf(ordinal);
    const bytes = index.arena.bytesAt(position);
    const offset = within(position);
    if (elsewhere !== undefined) {
      const { address, hostHash, key } = elsewhere;
      const target = targetAt(bytes, offset, 0);
      return { ordinal, target, key, flags: 0, address, hostHash, inner: undefined, isCounted: false };
    }
    const length = targetCountOf(bytes, offset);
    const hasSeveral = length > 1;
    let flags = hasSeveral ? FLAG_COUNTED_TARGETS : 0;
    let at = 0;
    if (hasSeveral && shares.isOn && isSequential(bits)) {
      const free = sharedTurn(ordinal, mayWait);
      if (typeof free !== 'number') return free;
      at = free;
      // The last one takes everybody.
      if (at < length - 1) flags |= FLAG_SHARED_TARGET;
    } else if (hasSeveral) at = turn(bytes, offset, bits);
    const target = targetAt(bytes, offset, at);
    const chosen: ChosenTarget = {
      ordinal,
      target,
      key: keyAt(bytes, target),
      flags,
      address: addressAt(bytes, target),
      hostHash: hostHashAt(bytes, target),
      inner: undefined,
      isCounted: hasSeveral,
    };
    const pool = (bits & HAS_POOL) === 0 ? undefined : poolIdOf(chosen.address);
    if (pool === undefined) return chosen;
    const given = pools.choose(pool, ordinal, mayWait);
    if (given === undefined) return 'paused';
    if (given instanceof Promise) return given;
    const { address, counted, hostHash } = given;
    return { ...chosen, address, hostHash, inner: counted, isCounted: hasSeveral || counted !== undefined };
  };
  return { canChoose, choose };
}
