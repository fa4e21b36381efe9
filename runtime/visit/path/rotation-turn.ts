import { RotationModel, VISIT_LINK_MAX_TARGETS } from '@waypost/contract';
import type { Random } from '@waypost/sdk';
import { rotationOf } from '../links/compiled-link.ts';
import { type RotationBuffers, readRotation } from '../links/record.ts';
import { pollingTarget, sequentialTarget, weightedTarget } from '../rules/rotation.ts';
import type { Tell } from './tell.ts';
import { tellRotation } from './tell-rotation.ts';

/** Position of the target whose turn it is, of a link with several. */
export type Turn = (bytes: Buffer, offset: number, bits: number) => number;

export function createTurn(random: Random, tell?: Tell): Turn {
  const rotation: RotationBuffers = {
    length: 0,
    weights: new Uint32Array(VISIT_LINK_MAX_TARGETS),
    thresholds: new Uint32Array(VISIT_LINK_MAX_TARGETS),
    counts: new Uint32Array(VISIT_LINK_MAX_TARGETS),
  };
  const turn: Turn = (bytes, offset, bits) => {
    readRotation(bytes, offset, rotation);
    switch (rotationOf(bits)) {
      case RotationModel.random:
        return weightedTarget(rotation, random.number());
      case RotationModel.polling:
        return pollingTarget(rotation);
      default:
        return sequentialTarget(rotation);
    }
  };
  if (tell === undefined) return turn;
  return (bytes, offset, bits) => {
    const chosen = turn(bytes, offset, bits);
    tellRotation(tell, { bytes, offset, rotation, model: rotationOf(bits), chosen });
    return chosen;
  };
}
