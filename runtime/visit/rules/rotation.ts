/** What rotation needs to know of a link's targets, position by position. Arrays may be longer than `length`. */
export interface RotationState {
  length: number;
  weights: ArrayLike<number>;
  thresholds: ArrayLike<number>;
  /** Counted visits that each target has had. */
  counts: ArrayLike<number>;
}

/**
 * Rotation model 1: the first target whose threshold its visits have not used up; when all have reached 0 the last.
 * A threshold of 0 is used up from the start.
 */
export function sequentialTarget({ length, thresholds, counts }: RotationState): number {
  for (let position = 0; position < length - 1; position++) {
    if ((counts[position] as number) < (thresholds[position] as number)) return position;
  }
  return length - 1;
}

/**
 * Rotation model 2: a draw by weight; without any weight all are equally likely.
 * `random` is uniform in [0, 1).
 */
export function weightedTarget({ length, weights }: RotationState, random: number): number {
  let total = 0;
  for (let position = 0; position < length; position++) total += weights[position] as number;
  if (total === 0) return Math.min(length - 1, Math.floor(random * length));
  let rest = random * total;
  let last = 0;
  for (let position = 0; position < length; position++) {
    const weight = weights[position] as number;
    if (weight === 0) continue;
    if (rest < weight) return position;
    rest -= weight;
    last = position;
  }
  return last;
}

/** How likely each target is under rotation model 2, from 0 to 1. */
export function weightedChances({ length, weights }: RotationState): number[] {
  const own = Array.from({ length }, (_, position) => weights[position] as number);
  const total = own.reduce((sum, weight) => sum + weight, 0);
  return own.map((weight) => (total === 0 ? 1 / length : weight / total));
}

/** Rotation model 3: the next target after each visit. */
export function pollingTarget({ length, counts }: RotationState): number {
  let visits = 0;
  for (let position = 0; position < length; position++) visits += counts[position] as number;
  return visits % length;
}
