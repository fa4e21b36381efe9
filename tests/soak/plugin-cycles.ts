import { parseArgs } from 'node:util';
import { runCycles } from '../platform/cycles.ts';

/** Each minute is worth so many cycles; ten minutes, the default, are the 250 that are promised. */
const CYCLES_A_MINUTE = 25;
/** Memory that may come and go between two looks, share of what is resident. */
const RISE_LIMIT = 0.1;
const SETTLE_AFTER = 50;

const { values } = parseArgs({ options: { seed: { type: 'string' }, minutes: { type: 'string' } } });
const cycles = Math.max(SETTLE_AFTER * 2, Math.round(Number(values.minutes ?? '10') * CYCLES_A_MINUTE));
const result = await runCycles({ cycles, settleAfter: SETTLE_AFTER, restMs: 5 });
const rise = result.endBytes / result.settledBytes - 1;
const failed = Object.entries(result.answers).filter(([what]) => !/ 200$/.test(what));
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
console.log(
  `${result.cycles} cycles; ${JSON.stringify(result.answers)}; ${result.closed} sockets closed; memory ${mebibytes(result.settledBytes)} after ${SETTLE_AFTER} cycles, ${mebibytes(result.endBytes)} at the end`,
);
const faults = [
  ...failed.map(([what, count]) => `${count} × ${what}`),
  ...(result.closed > 0 ? [`${result.closed} sockets of others were closed`] : []),
  ...(rise > RISE_LIMIT ? [`memory rose by ${Math.round(rise * 100)} %`] : []),
];
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
