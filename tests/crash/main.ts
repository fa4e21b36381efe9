import { parseArgs } from 'node:util';
import { runCrashTest } from './crash-run.ts';

/**
 * The long form of the crash test: `--seed N` (default: the time), `--rounds N` or `--minutes M`, `--pause MS` (average
 * pause of each visitor between two requests). Exit 1 on any fault.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    pause: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const rounds = Number(values.rounds ?? (minutes === undefined ? 20 : Number.MAX_SAFE_INTEGER));
console.log(`crash test, seed ${seed}`);
const verdict = await runCrashTest({
  seed,
  rounds,
  ...(minutes === undefined ? {} : { minutes }),
  ...(values.pause === undefined ? {} : { pauseMs: Number(values.pause) }),
  say: (line) => console.log(line),
});
const { faults, ...figures } = verdict;
console.log(JSON.stringify(figures));
for (const fault of faults.slice(0, 50)) console.log(fault);
console.log(faults.length === 0 ? 'promise 1 holds' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
