import type { PayConfig } from './pay-config.ts';
import { PAYOUT_LIMITS, type Raise } from './values.ts';

/** How long one that was raised waits for a second person before it is in force by itself, milliseconds. */
export const RAISE_WAITS_MS = 86_400_000;

export const waitingRaises = ({ raises }: Pick<PayConfig, 'raises'>, now: number): Raise[] =>
  raises.filter(({ until }) => until.getTime() > now);

/** What is set, with the limits that are in force. */
export function inForce(config: PayConfig, now: number): PayConfig {
  const held = waitingRaises(config, now).map(({ limit, before }) => [limit, before]);
  return { ...config, ...Object.fromEntries(held) };
}

/**
 * The raises that wait after a change: a limit above what is in force waits a day from the change on; one that was not touched
 * waits as before, and one that was lowered is in force at once.
 */
export function raisesAfter(
  before: PayConfig,
  next: Pick<PayConfig, (typeof PAYOUT_LIMITS)[number]>,
  { by, now }: { by: string; now: number },
): Raise[] {
  const current = inForce(before, now);
  return PAYOUT_LIMITS.flatMap((limit): Raise[] => {
    if (BigInt(next[limit]) <= BigInt(current[limit])) return [];
    const waiting = waitingRaises(before, now).find((raise) => raise.limit === limit);
    if (waiting !== undefined && next[limit] === before[limit]) return [waiting];
    return [{ limit, before: current[limit], until: new Date(now + RAISE_WAITS_MS), by }];
  });
}
