import {
  type CountingFigures,
  type CountingSources,
  measureCounting,
  measurePaced,
  type PacedFigures,
  residentOf,
} from './measure-counting.ts';
import { type BenchOptions, type CountingLoad, HEADLINE_LOAD } from './options.ts';
import { atLeast, atMost, type Check, countedCheck, round } from './report.ts';

const MEBIBYTE = 2 ** 20;
const CONNECTIONS = 64;
/** Visits a second at which the lag is looked at: what is promised, and what is wanted. */
const PACES = [2000, 6000] as const;
const PACED_SECONDS = 10;
const LAG_MS = 2000;

/** What counting comes to: tables of the report, what is judged, and the figures themselves. */
export interface CountingReport {
  tables: string[][][];
  checks: Check[];
  json: { loads: CountingFigures[]; paced: PacedFigures[]; resident: { aggregator: number; store: number } };
}

/** Visits answered and counted at once, with all processes that a visit passes through: the headline of the bench. */
export async function benchCounting(
  sources: CountingSources,
  { loads, seconds }: Pick<BenchOptions, 'loads' | 'seconds'>,
  say: (text: string) => void,
): Promise<CountingReport> {
  const figures: CountingFigures[] = [];
  for (const [index, load] of loads.entries()) {
    say(`counting ${load.name}`);
    figures.push(await measureCounting(sources, load, { seconds, seed: 100 + index }));
  }
  const usual = loads.find(({ name }) => name === HEADLINE_LOAD) ?? (loads.at(-1) as CountingLoad);
  const paced: PacedFigures[] = [];
  for (const perSecond of PACES) {
    say(`counting ${perSecond} a second`);
    paced.push(await measurePaced(sources, usual, { seconds: PACED_SECONDS, perSecond }));
  }
  const resident = residentOf(sources);
  return {
    tables: [rowsOfLoads(figures), rowsOfPaces(paced, usual), rowsOfMemory(resident)],
    checks: checksOf(figures, paced, resident),
    json: { loads: figures, paced, resident },
  };
}

function rowsOfLoads(figures: readonly CountingFigures[]): string[][] {
  return [
    [
      'counting: codes/addresses/spread',
      'answered/s',
      'of bare',
      'counted/s',
      'lag ms',
      'drained/s',
      'p99 ms',
      'CPU µs',
      'of bare',
      'runtime',
      'aggregator',
      'store',
      'bare',
      'counted − answered',
    ],
    ...figures.map((one) => [
      one.name,
      one.answeredPerSecond.toFixed(0),
      one.bareShare.toFixed(2),
      one.countedPerSecond.toFixed(0),
      one.lag.toFixed(0),
      one.drainedPerSecond.toFixed(0),
      one.p99.toFixed(2),
      one.cpu.all.toFixed(1),
      (one.cpu.all / one.cpu.bare).toFixed(2),
      one.cpu.runtime.toFixed(1),
      one.cpu.aggregator.toFixed(1),
      one.cpu.store.toFixed(1),
      one.cpu.bare.toFixed(1),
      String(one.surplus),
    ]),
  ];
}

const rowsOfPaces = (paced: readonly PacedFigures[], { name }: CountingLoad): string[][] => [
  [`paced: ${name}`, 'answered/s', 'counted/s', 'worst lag ms', 'p99 ms', 'counted − answered'],
  ...paced.map((one, index) => [
    `${PACES[index]} a second`,
    round(one.answeredPerSecond),
    round(one.countedPerSecond),
    round(one.worstLag),
    round(one.p99),
    String(one.surplus),
  ]),
];

const rowsOfMemory = (resident: CountingReport['json']['resident']): string[][] => [
  ['memory', 'MiB'],
  ['aggregator', round(resident.aggregator / MEBIBYTE)],
  ['store', round(resident.store / MEBIBYTE)],
];

function checksOf(
  figures: readonly CountingFigures[],
  paced: readonly PacedFigures[],
  resident: CountingReport['json']['resident'],
): Check[] {
  const checks: Check[] = [];
  const headline = figures.find(({ name }) => name === HEADLINE_LOAD);
  if (headline !== undefined)
    checks.push(
      atLeast('counting: answered, share of bare', headline.bareShare, 0.65),
      atMost('counting: CPU of all processes against bare', headline.cpu.all / headline.cpu.bare, 2, ' ×'),
      atLeast('counting: counted while nothing else runs', headline.drainedPerSecond, 20_000, '/s'),
      atMost('counting: p99 of visits', headline.p99, 8, ' ms'),
    );
  for (const [index, one] of paced.entries()) {
    checks.push(atMost(`counting: worst lag at ${PACES[index]} a second`, one.worstLag, LAG_MS, ' ms'));
    checks.push(countedCheck(`counting, ${PACES[index]} a second`, one.surplus, CONNECTIONS));
  }
  checks.push(
    atMost(
      'counting: memory of aggregator and store',
      (resident.aggregator + resident.store) / MEBIBYTE,
      376,
      ' MiB',
    ),
  );
  for (const one of figures) {
    checks.push(atMost(`failed requests: counting ${one.name}`, one.errors, 0));
    checks.push(countedCheck(`counting ${one.name}`, one.surplus, CONNECTIONS));
  }
  return checks;
}
