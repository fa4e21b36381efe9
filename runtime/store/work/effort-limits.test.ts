import { expect, test } from 'bun:test';
import { readerLimit, serverLimit } from './effort-limits.ts';

/** A reader thread whose steps take `stepMilliseconds` each, on a clock of its own. */
function readerOf(stepMilliseconds: number) {
  let time = 0;
  let worked = 0;
  let rested = 0;
  const limit = readerLimit({
    now: () => time,
    memory: () => 0,
    collect: () => undefined,
    isKilled: () => false,
    occupied: () => undefined,
    rest: (milliseconds) => {
      time += milliseconds;
      rested += milliseconds;
    },
  });
  return {
    /** Computes over one document; `looks` as an operator asks for them. */
    compute: (milliseconds: number): { worked: number; rested: number } => {
      worked = 0;
      rested = 0;
      limit.begin();
      while (worked < milliseconds) {
        limit.look();
        time += stepMilliseconds;
        worked += stepMilliseconds;
      }
      return { worked, rested };
    },
  };
}

test('a document that is computed for long leaves two thirds of its time to those who only ask', () => {
  const { worked, rested } = readerOf(0.25).compute(300);
  expect(rested).toBeGreaterThan(worked * 1.5);
});

test('documents of ordinary size are computed without a rest, however many they are', () => {
  const reader = readerOf(0.25);
  for (let document = 0; document < 100; document += 1) expect(reader.compute(4).rested).toBe(0);
});

/** How many looks come through where each follows the one before by so many milliseconds of the processor. */
function looksOf(millisecondsEach: number): number {
  let time = 0;
  const limit = serverLimit({ processor: () => time });
  limit.begin();
  for (let looks = 0; looks < 1_000; looks += 1) {
    try {
      limit.look();
    } catch {
      return looks;
    }
    time += millisecondsEach;
  }
  return 1_000;
}

test('a write of 40 looks is carried out though its code runs for the first time on a busy machine, and one without an end is not', () => {
  // Warm a look takes 0.03 ms; cold, with caches that 20 processes take from each other, 0.3 ms were measured.
  expect(looksOf(0.3)).toBeGreaterThan(40);
  expect(looksOf(0.03)).toBeLessThan(200);
  expect(looksOf(0)).toBe(400);
});
