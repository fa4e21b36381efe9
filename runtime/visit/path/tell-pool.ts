import { RotationModel } from '@waypost/contract';
import { type PoolState, poolChances } from '../rules/pool.ts';
import type { Tell } from './tell.ts';

/** Tells which item of a pool takes the visitor, and by what. */
export function tellPool(
  tell: Tell,
  turn: { id: string; state: PoolState; model: number; chosen: number; fallback: string | undefined },
): void {
  const { chosen, fallback = null, id, model, state } = turn;
  const chances = model === RotationModel.random ? poolChances(state) : undefined;
  const items = Array.from({ length: state.length }, (_, position) => ({
    is_open: state.open[position] === 1,
    capacity: state.capacities[position] as number,
    count: state.counts[position] as number,
    chance: chances?.[position] ?? null,
  }));
  tell({ check: 'pool', pool: id, model, chosen, fallback, items });
}
