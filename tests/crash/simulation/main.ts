import { parseArgs } from 'node:util';
import { reportOf, runSchedules } from './many-schedules.ts';
import * as mutants from './mutants.ts';

/**
 * `--seed N` (default 1), `--schedules N` (default 2,000), `--mutant NAME`: with a fault put back. Prints the first
 * schedule that goes wrong; exit 1 then.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, schedules: { type: 'string' }, mutant: { type: 'string' } },
});
const known = new Map(Object.entries(mutants));
if (values.mutant !== undefined && !known.has(values.mutant)) {
  console.error(`no such mutant; there are ${[...known.keys()].join(', ')}`);
  process.exit(2);
}
const verdict = await runSchedules(
  Number(values.seed ?? 1),
  Number(values.schedules ?? 2000),
  known.get(values.mutant ?? ''),
);
console.log(reportOf(verdict));
console.log(`${verdict.schedules} schedules, ${verdict.answered} visits answered`);
console.log(verdict.failed === undefined ? 'answered = counted in each' : 'a schedule went wrong');
process.exit(verdict.failed === undefined ? 0 : 1);
