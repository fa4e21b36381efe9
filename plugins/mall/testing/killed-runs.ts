import type { OperationRun } from '@waypost/sdk';
import type { Mall } from './start-mall.ts';

/** What of an operation outlives its process: the file up to where it was kept, and the state beside it. */
export interface Disk {
  text: string;
  kept?: { size: number; state: unknown };
}

interface KilledRun<I> {
  input: I;
  disk: Disk;
  /** How often it says how far it is before it is killed; default: it comes to its end. */
  killedAfter?: number | undefined;
  work(run: OperationRun<I>): Promise<void>;
}

/** One run of an operation, whose portions take two seconds each. @returns how far it said to be, each time */
export async function runUntilKilled<I>(
  { t, operator }: Mall,
  { input, disk, killedAfter = Number.POSITIVE_INFINITY, work }: KilledRun<I>,
): Promise<number[]> {
  const told: number[] = [];
  const process = new AbortController();
  // What it had written behind the last keeping is lost with it.
  disk.text = disk.text.slice(0, disk.kept?.size ?? 0);
  try {
    await work({
      input,
      kept: disk.kept?.state,
      owner: operator.id,
      locale: 'en-US',
      signal: process.signal,
      translate: (key) => key,
      progress(done) {
        told.push(done);
        t.clock.set(new Date(t.clock.now() + 2_000));
        if (told.length >= killedAfter) process.abort();
      },
      createFile: async () => ({
        async write(piece) {
          disk.text += String(piece);
        },
        async keep(state) {
          disk.kept = { size: disk.text.length, state: JSON.parse(JSON.stringify(state)) };
        },
      }),
    });
  } catch (error) {
    if (!process.signal.aborted) throw error;
  }
  return told;
}
