import { RotationModel } from '@waypost/contract';

/** What a choice among the items of a pool needs to know, position by position. Arrays may be longer than `length`. */
export interface PoolState {
  length: number;
  /** 1 where an item is on, open and not over. */
  open: ArrayLike<number>;
  capacities: ArrayLike<number>;
  /** Visitors that each has taken. */
  counts: ArrayLike<number>;
}

const takes = ({ open, capacities, counts }: PoolState, position: number): boolean =>
  open[position] === 1 && (counts[position] as number) < (capacities[position] as number);

/** How likely each item is under rotation model 2, from 0 to 1. */
export function poolChances(state: PoolState): number[] {
  const taking = Array.from({ length: state.length }, (_, position) => takes(state, position));
  const number = taking.filter(Boolean).length;
  return taking.map((one) => (one ? 1 / number : 0));
}

/**
 * The position of the item that takes the next visitor, or -1 where none does. Model 1: the first; 2: any, all alike; 3: one after
 * the other, as visitors of the whole pool go by.
 * @param random uniform in [0, 1)
 */
export function poolItem(state: PoolState, model: number, random: number): number {
  const { length, counts } = state;
  let taking = 0;
  let visits = 0;
  for (let position = 0; position < length; position++) {
    visits += counts[position] as number;
    if (!takes(state, position)) continue;
    if (model !== RotationModel.random && model !== RotationModel.polling) return position;
    taking++;
  }
  if (taking === 0) return -1;
  const turn = model === RotationModel.random ? Math.floor(random * taking) : visits % taking;
  let left = Math.min(turn, taking - 1);
  for (let position = 0; position < length; position++) {
    if (!takes(state, position)) continue;
    if (left === 0) return position;
    left--;
  }
  return -1;
}
