import type { CallAccess } from './call.ts';

const KILOBYTE = 1_024;

/** Bytes that calls take without saying so, and the most that one may declare, by who may make it. */
const PUBLIC = { usual: 16 * KILOBYTE, most: 32 * KILOBYTE } as const;
const SIGNED_IN = { usual: 64 * KILOBYTE, most: 1_024 * KILOBYTE } as const;

/**
 * Bytes of the largest body that a call takes.
 * @throws TypeError for a declared limit that is no whole number from 1, or above what calls of its access may take
 */
export function bodyLimitOf(definition: {
  area: string;
  call: string;
  access: CallAccess;
  bodyLimit?: number | undefined;
}): number {
  const { usual, most } = 'public' in definition.access ? PUBLIC : SIGNED_IN;
  const limit = definition.bodyLimit ?? usual;
  if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new TypeError(
    `call ${definition.area}/${definition.call}: bodyLimit is ${limit}, expected whole bytes from 1 to ${most}`,
  );
}
