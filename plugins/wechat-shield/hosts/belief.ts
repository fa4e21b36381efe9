import { ShieldStatus } from '@waypost/contract';
import type { Status } from '../status/values.ts';

/** Checks in a row that have to say the same before "blocked", or its end, is believed. */
const AGREEING = 2;
/** Failed checks in a row after which nobody can say any more that a name is normal. */
const FAILING = 3;

/** What is believed of a name, and what the last checks said that it is not yet believed to be. */
export interface Belief {
  status: Status;
  /** No check has been made. */
  isNew: boolean;
  pending: Status;
  streak: number;
}

/**
 * What is believed after one more check. A block, and its end, take two checks in a row; one that failed says neither, and
 * never that a block is over.
 */
export function nextBelief(before: Belief, found: Status): Omit<Belief, 'isNew'> {
  const { normal, blocked, failed } = ShieldStatus;
  const { status, isNew } = before;
  if (!isNew && found === status) return settled(status);
  if (found === failed && (isNew || status === blocked))
    return { status, pending: before.pending, streak: before.streak };
  const streak = before.pending === found ? before.streak + 1 : 1;
  const needed = found === failed ? FAILING : status === failed && found === normal ? 1 : AGREEING;
  return streak >= needed ? settled(found) : { status, pending: found, streak };
}

const settled = (status: Status) => ({ status, pending: status, streak: 0 });

/** Whether the last checks said something else than what is believed: it is checked again soon. */
export const isDoubted = ({ streak }: Pick<Belief, 'streak'>): boolean => streak > 0;
