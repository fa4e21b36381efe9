import { parseArgs } from 'node:util';
import { runKills } from './kill-run.ts';

/** The long form of the store's crash test: `--seed N`, `--rounds N` or `--minutes M`. Exit 1 on any fault. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, rounds: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
console.log(`crash test of the embedded store, seed ${seed}`);
const { faults, ...figures } = await runKills({
  seed,
  rounds: Number(values.rounds ?? (minutes === undefined ? 30 : Number.MAX_SAFE_INTEGER)),
  ...(minutes === undefined ? {} : { minutes }),
  say: (line) => console.log(line),
});
console.log(JSON.stringify(figures));
for (const fault of faults.slice(0, 50)) console.log(fault);
console.log(faults.length === 0 ? 'nothing was lost' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
