/** Visitors who come one after the other on several ways, and how long each waited. */
export interface Crowd {
  /** Of the time since it began, or since `reset`. */
  figures(): { answered: number; perSecond: number; p50: number; p99: number; worst: number };
  reset(): void;
  /** Of all the time: how many were answered, and how many heard nothing because the process was killed. */
  all(): { answered: number; cutOff: number };
  stop(): Promise<void>;
}

const WAYS = 4;
/** Between two visits on one way, milliseconds: a crowd, not a flood. */
const PAUSE_MS = 10;

export function sendVisitors(origin: string, code: string): Crowd {
  let times: number[] = [];
  let since = performance.now();
  let answered = 0;
  let cutOff = 0;
  let isStopping = false;

  async function visit(number: number): Promise<void> {
    const asked = performance.now();
    try {
      const response = await fetch(`${origin}/${code}`, {
        redirect: 'manual',
        headers: {
          'x-forwarded-for': `198.51.${number % 200}.${(number * 7) % 250}`,
          'user-agent': 'Visitor',
        },
      });
      await response.arrayBuffer();
      if (response.status >= 400) return;
      answered += 1;
      times.push(performance.now() - asked);
    } catch {
      cutOff += 1;
      await Bun.sleep(50);
    }
  }

  const ways = Array.from({ length: WAYS }, async (_, way) => {
    for (let number = way; !isStopping; number += WAYS) {
      await visit(number);
      await Bun.sleep(PAUSE_MS);
    }
  });
  const at = (sorted: readonly number[], share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

  return {
    figures() {
      const sorted = times.toSorted((left, right) => left - right);
      const seconds = (performance.now() - since) / 1_000;
      return {
        answered: sorted.length,
        perSecond: sorted.length / seconds,
        p50: at(sorted, 0.5),
        p99: at(sorted, 0.99),
        worst: sorted.at(-1) ?? 0,
      };
    },
    reset() {
      times = [];
      since = performance.now();
    },
    all: () => ({ answered, cutOff }),
    async stop() {
      isStopping = true;
      await Promise.all(ways);
    },
  };
}
