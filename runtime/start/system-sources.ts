import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '@waypost/sdk';

/** Time and chance as this machine has them: what a start takes where nothing else is given. */
export const systemClock: Clock = { now: () => Date.now(), date: () => new Date() };
export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  number: () => Math.random(),
};
