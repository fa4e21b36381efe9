import type { Disposer } from '@waypost/sdk';

/** Milliseconds between two looks at how late the event loop is: ten wake-ups a second, and what makes people wait is longer. */
const LOOK_MS = 100;
/** Of a hundred looks one may be later than what is told: the collector's pauses are not what people wait for. */
const TOLD_SHARE = 0.99;
/** Most looks that are kept between two readings: those of ten minutes. */
const MOST_LOOKS = 6_000;

/** Over less than this nothing is told, milliseconds. */
const LEAST_MS = 1_000;

/** How a process did since it was read last. */
export interface ProcessReading {
  /** Percent of one core; null at the beginning, when moments would say nothing. */
  processor: number | null;
  /** Bytes that are in the machine's memory. */
  memory: number;
  /** Milliseconds that timers came late, but for one in a hundred; null at the beginning. */
  event_loop: number | null;
}

/** Measures the process that it runs in. */
export function createProcessMeter(): { read(): ProcessReading; stop: Disposer } {
  let usage = process.cpuUsage();
  let readAt = performance.now();
  let expected = readAt + LOOK_MS;
  let late: number[] = [];
  const timer = setInterval(() => {
    const now = performance.now();
    if (late.length < MOST_LOOKS) late.push(Math.max(0, now - expected));
    expected = now + LOOK_MS;
  }, LOOK_MS);
  timer.unref();
  return {
    read() {
      const now = performance.now();
      const memory = process.memoryUsage.rss();
      const passed = now - readAt;
      if (passed < LEAST_MS) return { processor: null, memory, event_loop: null };
      const { user, system } = process.cpuUsage(usage);
      usage = process.cpuUsage();
      readAt = now;
      const looks = late.toSorted((one, other) => one - other);
      late = [];
      return {
        processor: rounded((user + system) / 10 / passed),
        memory,
        event_loop: rounded(looks[Math.min(looks.length - 1, Math.floor(looks.length * TOLD_SHARE))] ?? 0),
      };
    },
    stop: () => clearInterval(timer),
  };
}

/** To a tenth: what is kept must not be longer than what is told. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;
