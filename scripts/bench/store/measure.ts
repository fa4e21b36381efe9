import { median } from '../report.ts';

/** How often `run` is carried out in a second by `clients` loops at once, over `milliseconds`. */
export async function rate(
  run: (client: number) => Promise<unknown>,
  { milliseconds, clients = 1 }: { milliseconds: number; clients?: number },
): Promise<number> {
  const started = performance.now();
  const end = started + milliseconds;
  let count = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        await run(client);
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - started);
}

/** A rate beside that of its baseline, measured in turns so that both meet the same machine. */
export interface Share {
  perSecond: number;
  basePerSecond: number;
  /** Median over the rounds. */
  share: number;
}

export async function shareOf(input: {
  base: (client: number) => Promise<unknown>;
  run: (client: number) => Promise<unknown>;
  rounds: number;
  milliseconds: number;
  clients?: number;
}): Promise<Share> {
  const { base, run, rounds, milliseconds, clients = 1 } = input;
  const own: number[] = [];
  const other: number[] = [];
  await rate(run, { milliseconds: milliseconds / 2, clients });
  for (let round = 0; round < rounds; round += 1) {
    other.push(await rate(base, { milliseconds, clients }));
    own.push(await rate(run, { milliseconds, clients }));
  }
  return {
    perSecond: median(own),
    basePerSecond: median(other),
    share: median(own.map((value, round) => value / (other[round] as number))),
  };
}

/** Calls `run` again and again until `stop`; answers how long each call took, milliseconds. */
export function repeat(
  run: () => Promise<unknown>,
  pauseMilliseconds: number,
): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      const started = performance.now();
      await run();
      times.push(performance.now() - started);
      if (pauseMilliseconds > 0) await Bun.sleep(pauseMilliseconds);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await running;
      return times;
    },
  };
}
