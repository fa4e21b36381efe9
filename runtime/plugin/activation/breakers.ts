import { defineError, errors } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type { PluginPart } from '@waypost/sdk/platform';
import { knownFailure } from '../../storage/index.ts';
import { pluginFailed, processAway } from './outside-errors.ts';

/** A part that failed too often answers this until it is tried again. */
export const partQuarantined = defineError({
  code: 'plugin_part_quarantined',
  status: 503,
  params: ['plugin', 'seconds'],
});

/** Faults within the window that put a part into quarantine, when at least half of its calls failed. */
export const FAULT_LIMIT = 5;
const WINDOW_MS = 60_000;
/** First time in quarantine; doubled each time that the part fails again, up to the longest. */
export const COOL_DOWN_MS = 30_000;
const LONGEST_MS = 10 * 60_000;

/** The breakers of one activation, one for each part of it: a part that fails takes no other along. */
export interface Breakers {
  /**
   * Runs work of a part and counts how it ends.
   * @throws AppError `plugin_part_quarantined` 503 without running it
   */
  run<T>(part: string, work: () => Promise<T>, isFault?: (error: unknown) => boolean): Promise<T>;
  list(): PluginPart[];
  /** Ends a quarantine; all of them without a name. */
  retry(part?: string): void;
}

interface Breaker {
  calls: number;
  faults: number;
  slowestMs: number;
  windowStart: number;
  windowCalls: number;
  windowFaults: number;
  /** Milliseconds since 1970; 0 when it works. */
  until: number;
  isTrying: boolean;
  quarantines: number;
  reason: string | null;
}

export function createBreakers(options: {
  plugin: string;
  clock: Clock;
  /** False for a plugin without which nobody could put anything right: its faults are only counted. */
  canQuarantine: boolean;
  onChange(part: string, reason: string | undefined): void;
}): Breakers {
  const { clock } = options;
  const breakers = new Map<string, Breaker>();

  const breakerOf = (part: string): Breaker => {
    const known = breakers.get(part) ?? newBreaker(clock.now());
    breakers.set(part, known);
    return known;
  };

  function enter(breaker: Breaker): void {
    const now = clock.now();
    if (breaker.until !== 0) {
      if (now < breaker.until || breaker.isTrying)
        throw partQuarantined.create({
          plugin: options.plugin,
          seconds: Math.max(1, Math.ceil((breaker.until - now) / 1000)),
        });
      breaker.isTrying = true;
    }
    if (now - breaker.windowStart >= WINDOW_MS)
      Object.assign(breaker, { windowStart: now, windowCalls: 0, windowFaults: 0 });
    breaker.calls += 1;
    breaker.windowCalls += 1;
  }

  function failed(part: string, breaker: Breaker, error: unknown): void {
    breaker.faults += 1;
    breaker.windowFaults += 1;
    const isOver =
      breaker.isTrying ||
      (breaker.windowFaults >= FAULT_LIMIT && breaker.windowFaults * 2 >= breaker.windowCalls);
    if (!isOver || !options.canQuarantine) return;
    const length = Math.min(COOL_DOWN_MS * 2 ** breaker.quarantines, LONGEST_MS);
    breaker.quarantines += 1;
    breaker.until = clock.now() + length;
    breaker.isTrying = false;
    breaker.reason = describe(error);
    options.onChange(part, breaker.reason);
  }

  function worked(part: string, breaker: Breaker): void {
    if (!breaker.isTrying) return;
    heal(breaker, clock.now());
    options.onChange(part, undefined);
  }

  return {
    async run(part, work, isFault = isOwnFault) {
      const breaker = breakerOf(part);
      enter(breaker);
      const started = clock.now();
      try {
        const result = await work();
        worked(part, breaker);
        return result;
      } catch (error) {
        if (isFault(error)) failed(part, breaker, error);
        else if (breaker.isTrying) breaker.isTrying = false;
        throw error;
      } finally {
        breaker.slowestMs = Math.max(breaker.slowestMs, clock.now() - started);
      }
    },
    list: () =>
      [...breakers]
        .map(
          ([part, breaker]): PluginPart => ({
            part,
            calls: breaker.calls,
            faults: breaker.faults,
            slowest_ms: breaker.slowestMs,
            state: breaker.until === 0 ? 'working' : breaker.isTrying ? 'trying' : 'quarantined',
            reason: breaker.reason,
            quarantines: breaker.quarantines,
            retry_time: breaker.until === 0 ? null : new Date(breaker.until).toISOString(),
          }),
        )
        .sort((a, b) => (a.part < b.part ? -1 : 1)),
    retry(part) {
      for (const [name, breaker] of breakers) {
        if ((part !== undefined && name !== part) || breaker.until === 0) continue;
        heal(breaker, clock.now());
        options.onChange(name, undefined);
      }
    },
  };
}

const NOT_OWN: ReadonlySet<string> = new Set([
  errors.storeUnavailable.code,
  // A limit that the work set itself: one large question takes nothing from those who ask for less.
  errors.storeTooSlow.code,
  partQuarantined.code,
  processAway.code,
  pluginFailed.code,
]);

/** What a part answers on purpose is none of its faults, and neither is a store or another part that is away. */
export function isOwnFault(error: unknown): boolean {
  const known = knownFailure(error);
  return known === undefined || (known.status >= 500 && !NOT_OWN.has(known.code));
}

function newBreaker(now: number): Breaker {
  return {
    calls: 0,
    faults: 0,
    slowestMs: 0,
    windowStart: now,
    windowCalls: 0,
    windowFaults: 0,
    until: 0,
    isTrying: false,
    quarantines: 0,
    reason: null,
  };
}

function heal(breaker: Breaker, now: number): void {
  Object.assign(breaker, {
    until: 0,
    isTrying: false,
    quarantines: 0,
    reason: null,
    windowStart: now,
    windowCalls: 0,
    windowFaults: 0,
  });
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, 500);
}
