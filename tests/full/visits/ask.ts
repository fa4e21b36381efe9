import type { Api } from '../../api.ts';
import type { Product } from '../../product.ts';
import { processorTime } from '../figures/processor-time.ts';
import type { Question } from './questions.ts';

export interface Figure {
  name: string;
  /** The first answer, when nothing was remembered. */
  cold: number;
  p50: number;
  p95: number;
  /** Milliseconds of a core for one answer, of store and runtime together: the same however busy the machine is. */
  processor: number;
  count: string;
}

/** Asks a question so many times, callers taking turns. Milliseconds. */
export async function ask(
  product: Product,
  callers: readonly Api[],
  { name, call, body }: Question,
  times: number,
): Promise<Figure> {
  const before = processorTime(product);
  const taken: number[] = [];
  let count = '';
  for (let turn = 0; turn < times; turn++) {
    const caller = callers[turn % callers.length] as Api;
    const { answer, milliseconds } = await answered(caller, call, body);
    taken.push(milliseconds);
    // A refusal is quick, and no answer.
    if (answer.body.status !== true)
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    count = `${answer.content.count ?? ''}${answer.content.is_at_least ? '+' : ''}`;
  }
  const sorted = taken.toSorted((left, right) => left - right);
  return {
    name,
    cold: taken[0] ?? 0,
    p50: sorted[times >> 1] ?? 0,
    // Nearest rank.
    p95: sorted[Math.ceil(times * 0.95) - 1] ?? 0,
    processor: (processorTime(product) - before) / times,
    count,
  };
}

/** What was asked more often in a minute than anybody may is asked again, and is no answer until then. */
const PAUSE_MS = 5_000;
const MOST_PAUSES = 24;

async function answered(caller: Api, call: string, body: object) {
  for (let pauses = 0; ; pauses++) {
    const started = performance.now();
    const answer = await caller.call<{ count?: number; is_at_least?: boolean }>(call, body);
    if (answer.status !== 429 || pauses === MOST_PAUSES)
      return { answer, milliseconds: performance.now() - started };
    await Bun.sleep(PAUSE_MS);
  }
}

/** One line for a figure. */
export const lineOf = ({ name, cold, p50, p95, processor, count }: Figure): string =>
  `${name}: first ${cold.toFixed(0)}, p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms, ${processor.toFixed(0)} ms of a core${count === '' ? '' : `, ${count}`}`;
