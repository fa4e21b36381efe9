import { countJournaled } from './journal-count.ts';
import { cpuMicroseconds, residentBytes } from './process-usage.ts';
import { median } from './report.ts';
import type { Server } from './servers.ts';
import { runLoad } from './wrk.ts';

/** One server under one load. */
export interface Variant {
  name: string;
  server: Server;
  connections: number;
  codes: number;
  /** Hosts that the codes stand on in turn; left out: none of their own. */
  hosts?: number;
  /** DATA_DIR of a Waypost whose aggregation is off: its visits are then counted in its journals. */
  directory?: string;
}

export interface Figures {
  name: string;
  /** Medians over the rounds. */
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU of the server's process per answered request, microseconds. */
  cpu: number;
  /** What `perSecond` and `cpu` are medians of, in the order of the rounds: those of two variants are pairs. */
  samples: readonly { perSecond: number; cpu: number }[];
  /** Resident bytes after the last round. */
  resident: number;
  answered: number;
  errors: number;
  /**
   * Visits written down minus answers received, of the round where it was worst; undefined for servers that count
   * nothing. The end of a load cuts off one request a connection at most.
   */
  surplus: number | undefined;
  connections: number;
}

const WARM_SECONDS = 1;

/** The median of a figure's ratios between two variants, round by round. */
export function pairedRatio(of: Figures, to: Figures, figure: 'perSecond' | 'cpu'): number {
  return median(
    of.samples.map((sample, round) => sample[figure] / (to.samples[round]?.[figure] ?? Number.NaN)),
  );
}

/** A lost visit is worse than any surplus. */
function isWorse(surplus: number, than: number | undefined): boolean {
  if (than === undefined) return true;
  return than < 0 || surplus < 0 ? surplus < than : surplus > than;
}

/**
 * Runs every variant once a round, in turn and then the other way round, so that a slow minute of the machine meets all of them
 * alike.
 */
export async function measureVisits(
  variants: readonly Variant[],
  options: { rounds: number; seconds: number; onRound?(round: number): void },
): Promise<Map<string, Figures>> {
  const samples = new Map<string, { perSecond: number; p50: number; p99: number; cpu: number }[]>();
  const sums = new Map<string, { answered: number; errors: number; surplus: number | undefined }>();
  for (let round = 0; round <= options.rounds; round++) {
    const isWarming = round === 0;
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
      const { name, server, connections, codes, directory, hosts = 0 } = variant;
      const counted = directory === undefined ? 0 : countJournaled(directory);
      const cpu = cpuMicroseconds(server.pid);
      const seconds = isWarming ? WARM_SECONDS : options.seconds;
      const load = await runLoad({
        origin: server.origin,
        connections,
        seconds,
        codes,
        hosts,
        seed: round + 1,
      });
      const used = cpuMicroseconds(server.pid) - cpu;
      if (isWarming) continue;
      const sum = sums.get(name) ?? {
        answered: 0,
        errors: 0,
        surplus: directory === undefined ? undefined : 0,
      };
      sum.answered += load.answered;
      sum.errors += load.errors;
      if (directory !== undefined) {
        // What waits for a relaxed flush is written within 100 ms.
        await Bun.sleep(150);
        const surplus = countJournaled(directory) - counted - load.answered;
        sum.surplus = isWorse(surplus, sum.surplus) ? surplus : sum.surplus;
      }
      sums.set(name, sum);
      const sample = {
        perSecond: load.answered / load.seconds,
        p50: load.p50,
        p99: load.p99,
        cpu: used / load.answered,
      };
      samples.set(name, [...(samples.get(name) ?? []), sample]);
    }
    if (!isWarming) options.onRound?.(round);
  }
  return new Map(
    variants.map(({ name, server, connections }) => {
      const taken = samples.get(name) ?? [];
      const of = (field: 'perSecond' | 'p50' | 'p99' | 'cpu'): number =>
        median(taken.map((sample) => sample[field]));
      const sum = sums.get(name) ?? { answered: 0, errors: 0, surplus: undefined };
      const figures = {
        name,
        perSecond: of('perSecond'),
        p50: of('p50'),
        p99: of('p99'),
        cpu: of('cpu'),
        samples: taken,
        ...sum,
      };
      return [name, { ...figures, resident: residentBytes(server.pid), connections }];
    }),
  );
}
