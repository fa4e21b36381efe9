import { RotationModel } from '@waypost/contract';
import { contentIdOf, poolIdOf } from '../links/link-content.ts';
import { addressAt, targetAt } from '../links/record.ts';
import { type RotationState, weightedChances } from '../rules/rotation.ts';
import type { Tell } from './tell.ts';

/** Tells whose turn it is among the targets of a link, and by what. */
export function tellRotation(
  tell: Tell,
  turn: { bytes: Buffer; offset: number; rotation: RotationState; model: number; chosen: number },
): void {
  const { bytes, chosen, model, offset, rotation } = turn;
  const chances = model === RotationModel.random ? weightedChances(rotation) : undefined;
  const targets = Array.from({ length: rotation.length }, (_, position) => {
    const address = addressAt(bytes, targetAt(bytes, offset, position));
    const leads = contentIdOf(address) === undefined && poolIdOf(address) === undefined;
    return {
      address: leads ? address : null,
      weight: rotation.weights[position] as number,
      threshold: rotation.thresholds[position] as number,
      count: rotation.counts[position] as number,
      chance: chances?.[position] ?? null,
    };
  });
  tell({ check: 'rotation', model, chosen, targets });
}
