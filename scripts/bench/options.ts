import { parseArgs } from 'node:util';
import type { Spread } from './wrk.ts';

export interface BenchOptions {
  rounds: number;
  seconds: number;
  /** Links of the small, middle and large set. */
  small: number;
  middle: number;
  large: number;
  /** Parts to run: any of PARTS. */
  parts: ReadonlySet<Part>;
  /** File for the figures. */
  json: string;
  /** Whether thresholds are judged: a quick run is too short and too small for them. */
  isJudged: boolean;
  /** Which of the loads are counted. */
  loads: readonly CountingLoad[];
  /** Directory for a profile of each process that counts or answers; undefined: none is taken. */
  profile: string | undefined;
}

/** What visits are made of while they are counted. */
export interface CountingLoad {
  /** `<codes>/<addresses>/<spread>` */
  name: string;
  codes: number;
  addresses: number;
  spread: Spread;
}

/** The one that is judged, and told of. */
export const HEADLINE_LOAD = '200000/1000000/uniform';

function countingLoads(most: number): CountingLoad[] {
  const loads: CountingLoad[] = [];
  for (const codes of [1, 1000, 200_000])
    for (const addresses of [5000, 1_000_000])
      for (const spread of ['uniform', 'zipf'] as const)
        loads.push({
          name: `${codes}/${addresses}/${spread}`,
          codes: Math.min(codes, most),
          addresses,
          spread,
        });
  return loads;
}

export const PARTS = ['counting', 'visits', 'shield', 'start', 'api'] as const;
export type Part = (typeof PARTS)[number];

export const USAGE = `Usage: npm run bench -- [--quick] [--rounds N] [--seconds S] [--only ${PARTS.join(',')}] [--loads NAME,…] [--profile DIR] [--json FILE]`;

/** Reads the command line. Throws with a sentence for the operator. */
export function parseOptions(argv: string[]): BenchOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      loads: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'string', default: '.cache/bench.json' },
    },
  });
  const whole = (name: 'rounds' | 'seconds', fallback: number): number => {
    const text = values[name];
    if (text === undefined) return fallback;
    if (!/^[1-9]\d{0,3}$/.test(text)) throw new RangeError(`--${name}: expected a whole number from 1`);
    return Number(text);
  };
  const parts = (values.only ?? PARTS.join(',')).split(',');
  const unknown = parts.find((part) => !PARTS.includes(part as Part));
  if (unknown !== undefined) throw new RangeError(`--only: "${unknown}" is none of ${PARTS.join(', ')}`);
  const middle = values.quick ? 20_000 : 200_000;
  const all = countingLoads(middle);
  // A quick run has one load of each number of codes.
  const named =
    values.loads?.split(',') ??
    all.map(({ name }) => name).filter((name) => !values.quick || name.endsWith('/1000000/uniform'));
  const loads = named.map((name) => {
    const load = all.find((one) => one.name === name);
    if (load === undefined)
      throw new RangeError(`--loads: "${name}" is none of ${all.map((one) => one.name).join(', ')}`);
    return load;
  });
  return {
    rounds: whole('rounds', values.quick ? 2 : 5),
    seconds: whole('seconds', values.quick ? 1 : 4),
    small: 1000,
    middle,
    large: values.quick ? 50_000 : 1_000_000,
    parts: new Set(parts as Part[]),
    json: values.json,
    isJudged: !values.quick,
    loads,
    profile: values.profile,
  };
}
