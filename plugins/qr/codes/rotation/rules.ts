import { RotationModel } from '@waypost/contract';

/** Locale key of what is said where sequential rotation would stay on the first target for ever. */
export const ROTATION_STAYS = 'qr.fault.rotation_stays';

/**
 * Whether visits come further than the first of several targets. In order they do when that one has a threshold; without
 * it everything else that was entered would never be seen.
 */
export function leavesFirstTarget(code: {
  rotation_model?: unknown;
  targets?: readonly { threshold?: unknown }[];
}): boolean {
  const { rotation_model = RotationModel.sequential, targets = [] } = code;
  if (rotation_model !== RotationModel.sequential || targets.length < 2) return true;
  return targets[0]?.threshold !== undefined;
}
