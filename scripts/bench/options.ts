import { parseArgs } from 'node:util';

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
}

export const PARTS = ['visits', 'start', 'aggregation', 'api'] as const;
export type Part = (typeof PARTS)[number];

export const USAGE = `Usage: npm run bench -- [--quick] [--rounds N] [--seconds S] [--only ${PARTS.join(',')}] [--json FILE]`;

/** Reads the command line. Throws with a sentence for the operator. */
export function parseOptions(argv: string[]): BenchOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
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
  return {
    rounds: whole('rounds', values.quick ? 2 : 5),
    seconds: whole('seconds', values.quick ? 1 : 4),
    small: 1000,
    middle: values.quick ? 20_000 : 200_000,
    large: values.quick ? 50_000 : 1_000_000,
    parts: new Set(parts as Part[]),
    json: values.json,
    isJudged: !values.quick,
  };
}
