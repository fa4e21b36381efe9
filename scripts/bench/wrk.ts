import { join } from 'node:path';
import { runProgram } from '../../runtime/process/run-program.ts';

export interface Load {
  origin: string;
  connections: number;
  seconds: number;
  codes: number;
  seed: number;
  /** Average pause of a connection between two requests, milliseconds. */
  pauseMs?: number;
  /** Hosts that the links stand on in turn; 0 or left out: none of their own. */
  hosts?: number;
  /** Addresses that visits are forwarded from; left out: 50,000. */
  addresses?: number;
  /** How codes and addresses are spread; left out: uniform. With `zipf` the one of rank n comes 1/n as often as the first. */
  spread?: Spread;
}

export type Spread = 'uniform' | 'zipf';

export interface LoadResult {
  /** Requests whose answer has arrived. */
  answered: number;
  seconds: number;
  /** Answers of status 400 and more, and broken connections. */
  errors: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Runs wrk against one server and waits for its end. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const command = [
    'wrk',
    '-t1',
    `-c${load.connections}`,
    `-d${load.seconds}s`,
    '-s',
    join(import.meta.dir, 'visits.lua'),
    load.origin,
    '--',
    String(load.codes),
    String(load.seed),
    String(load.pauseMs ?? 0),
    String(load.hosts ?? 0),
    String(load.addresses ?? 50_000),
    load.spread ?? 'uniform',
  ];
  const { code, out, error } = await runProgram(command);
  const found = /RESULT (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(out);
  if (code !== 0 || found === null) throw new Error(`wrk failed: ${out}${error}`);
  const [answered = 0, microseconds = 0, errors = 0, p50 = 0, p99 = 0] = found.slice(1).map(Number);
  return { answered, seconds: microseconds / 1e6, errors, p50: p50 / 1000, p99: p99 / 1000 };
}
