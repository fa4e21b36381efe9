import { parseArgs } from 'node:util';
import { runFuzz } from './fuzz-run.ts';

/** The long form of the store's fuzz: `--seed N`, `--minutes M` or `--rounds N`. Exit 1 on any fault. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, rounds: { type: 'string' }, minutes: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
console.log(`fuzz of the embedded store, seed ${seed}`);
const { faults, ...figures } = await runFuzz({
  seed,
  rounds: Number(values.rounds ?? (minutes === undefined ? 3000 : Number.MAX_SAFE_INTEGER)),
  ...(minutes === undefined ? {} : { minutes }),
  say: (line) => console.log(line),
});
console.log(JSON.stringify(figures));
for (const fault of faults.slice(0, 20)) console.log(fault);
console.log(faults.length === 0 ? 'every answer was well-formed' : `${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
