import { networkOf } from '@waypost/sdk';

/** Refused answers at once, and each second after that: of one network, and of all strangers together. */
const NETWORK = { burst: 120, perSecond: 20 } as const;
const EVERYBODY = { burst: 300, perSecond: 100 } as const;
/** Longest that an answer is held back, milliseconds, and how many are at a time. */
const LONGEST_HOLD_MS = 3_000;
const MOST_HELD = 2_000;
/** Networks that are remembered; the one that was refused longest ago is forgotten. */
const MOST_NETWORKS = 10_000;

export interface RefusalPace {
  /**
   * Waits until the network's turn for one more refused answer. Whoever asks properly meanwhile is not held up, from the
   * same network either.
   * @returns `paced`: had to wait; `crowded`: too many wait, so that the answer should end the connection at once
   */
  hold(address: string, signal: AbortSignal): Promise<'free' | 'paced' | 'crowded'>;
}

interface Rate {
  burst: number;
  perSecond: number;
}

/**
 * Slows down who is refused again and again. A refusal is cheap, but a stranger that asks again the moment it has it
 * takes the processor from visits; one that has to wait for the answer cannot ask sooner.
 * @param options.scale multiplies both rates: benchmarks and tests are refused more than people are
 */
export function createRefusalPace(options: {
  now(): number;
  /** Ends early when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  scale?: number;
}): RefusalPace {
  const scaled = ({ burst, perSecond }: Rate): Rate => ({
    burst: burst * (options.scale ?? 1),
    perSecond: perSecond * (options.scale ?? 1),
  });
  const [ofNetwork, ofAll] = [scaled(NETWORK), scaled(EVERYBODY)];
  /** When the last of a network's refusals was due, had they come evenly. */
  const networks = new Map<string, number>();
  let everybody = 0;
  let held = 0;

  return {
    async hold(address, signal) {
      const now = options.now();
      const network = networkOf(address);
      const due = next(networks.get(network) ?? 0, ofNetwork, now);
      const dueAmongAll = next(everybody, ofAll, now);
      const delay = Math.min(Math.max(due, dueAmongAll) - now, LONGEST_HOLD_MS);
      if (delay > 0 && held >= MOST_HELD) return 'crowded';
      // What is ahead of both is not pushed further: a flood that ends is over in the time of the longest hold.
      everybody = Math.min(dueAmongAll, now + LONGEST_HOLD_MS);
      networks.delete(network);
      networks.set(network, Math.min(due, now + LONGEST_HOLD_MS));
      forgetOldest(networks);
      if (delay <= 0) return 'free';
      held += 1;
      try {
        await options.wait(delay, signal);
      } finally {
        held -= 1;
      }
      return 'paced';
    },
  };
}

/** The generic cell rate algorithm of ATM Forum traffic management 4.0: one number for each flow. */
function next(last: number, { burst, perSecond }: Rate, now: number): number {
  const interval = 1_000 / perSecond;
  return Math.max(last, now - burst * interval) + interval;
}

function forgetOldest(networks: Map<string, number>): void {
  if (networks.size <= MOST_NETWORKS) return;
  for (const oldest of networks.keys()) {
    networks.delete(oldest);
    return;
  }
}

/** Waits in real time. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

/** The pace by the system's clock and timers. */
export function systemRefusalPace(scale: number): RefusalPace {
  return createRefusalPace({ now: () => performance.now(), wait: waitFor, scale });
}
