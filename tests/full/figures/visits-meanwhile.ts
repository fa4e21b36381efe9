import { expect } from 'bun:test';

/** Visits come one after the other, with so many milliseconds between them. */
const PAUSE_MS = 10;

/** What some work took while a code was visited, milliseconds, and what visitors waited. */
export interface Meanwhile<T> {
  answer: T;
  took: number;
  visits: string;
}

/** Visits an address until some work is done; every visit has to be led on. */
export async function visitsMeanwhile<T>(address: string, work: () => Promise<T>): Promise<Meanwhile<T>> {
  const begin = performance.now();
  const waits: number[] = [];
  let isOver = false;
  const visiting = (async () => {
    while (!isOver) {
      const asked = performance.now();
      const answer = await fetch(address, { redirect: 'manual' });
      expect(answer.status).toBe(302);
      waits.push(performance.now() - asked);
      await Bun.sleep(PAUSE_MS);
    }
  })();
  const answer = await work().finally(() => {
    isOver = true;
  });
  const took = performance.now() - begin;
  await visiting;
  waits.sort((left, right) => left - right);
  const at = (share: number) => Math.round((waits[Math.floor(waits.length * share)] ?? 0) * 10) / 10;
  return {
    answer,
    took,
    visits: `${waits.length} visits meanwhile: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1 - 1e-9)} ms`,
  };
}
