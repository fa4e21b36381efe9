import { type Mutant, simulate } from './simulate.ts';

/** What many schedules came to. */
export interface Verdict {
  schedules: number;
  answered: number;
  /** The first schedule that went wrong: its seed, its faults, and what happened in it. */
  failed: { seed: number; faults: string[]; trace: string[] } | undefined;
}

/** Runs schedules until one goes wrong, which is then run again for its trace. */
export async function runSchedules(first: number, count: number, mutant: Mutant = {}): Promise<Verdict> {
  let answered = 0;
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await simulate(seed, mutant);
    answered += outcome.answered;
    if (outcome.faults.length === 0) continue;
    const { faults, trace } = await simulate(seed, mutant, true);
    return { schedules: seed - first + 1, answered, failed: { seed, faults, trace } };
  }
  return { schedules: count, answered, failed: undefined };
}

/** A failed schedule as text. */
export function reportOf({ failed }: Verdict): string {
  if (failed === undefined) return '';
  return [`seed ${failed.seed}`, ...failed.faults, ...failed.trace].join('\n');
}
