import { parseArgs } from 'node:util';
import { faultsOf, runCycles } from '../platform/cycles.ts';

/** Each minute is worth so many cycles; ten minutes, the default, are the 250 that are promised. */
const CYCLES_A_MINUTE = 25;
const SETTLE_AFTER = 50;

const { values } = parseArgs({ options: { seed: { type: 'string' }, minutes: { type: 'string' } } });
const cycles = Math.max(SETTLE_AFTER * 2, Math.round(Number(values.minutes ?? '10') * CYCLES_A_MINUTE));
const result = await runCycles({ cycles, settleAfter: SETTLE_AFTER, restMs: 5 });
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
console.log(
  `${result.cycles} cycles; ${JSON.stringify(result.answers)}; ${result.closed} sockets closed; memory ${mebibytes(result.settledBytes)} after ${SETTLE_AFTER} cycles, ${mebibytes(result.endBytes)} at the end`,
);
const faults = faultsOf(result);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
