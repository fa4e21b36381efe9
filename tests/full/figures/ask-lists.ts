import { expect } from 'bun:test';
import { availableParallelism, loadavg } from 'node:os';
import type { Api } from '../../api.ts';
import type { Product } from '../../product.ts';
import { processorTime } from './processor-time.ts';

/**
 * How often each question is asked: what is slow through an index that is missing is so each time. `WAYPOST_LIST_ASKS=20` is the long
 * form, for whoever wants the percentiles.
 */
const ASKS = Number(process.env.WAYPOST_LIST_ASKS ?? 6);
const ROUNDS = 2;
const WANTED_MS = 200;
/** Of store and runtime together; a core that is shared is counted for up to four times what it does alone. */
const MOST_PROCESSOR_MS = 400;
const isBusy = () => (loadavg()[0] ?? 0) > availableParallelism() * 2;

interface Figure {
  p50: number;
  p95: number;
  /** Milliseconds of a core for one answer. */
  processor: number;
  count: string;
}

/** A list that is asked for something: its call, by whom, in turns, and what is printed before it. */
export interface Asked {
  product: Product;
  callers: readonly Api[];
  call: string;
  who?: string;
}

/**
 * Asks a list every question often and prints the figures. One fails when its p95 is over 200 ms in both of two rounds, the second
 * of which is not asked where the first is good. On a machine that others keep busy the clock tells of them: there one answer must
 * not take `MOST_PROCESSOR_MS` of a core.
 */
export async function askLists(asked: Asked, questions: Readonly<Record<string, object>>): Promise<void> {
  const { call, who } = asked;
  const slow: string[] = [];
  for (const [name, body] of Object.entries(questions)) {
    let best = await ask(asked, body);
    for (let round = 1; round < ROUNDS && best.p95 > WANTED_MS; round += 1) {
      const figure = await ask(asked, body);
      if (figure.p95 < best.p95) best = figure;
    }
    const { p50, p95, processor, count } = best;
    console.info(
      `${who === undefined ? '' : `${who}, `}${call}, ${name}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${processor.toFixed(0)} ms of a core, ${count}`,
    );
    if (p95 > WANTED_MS && (!isBusy() || processor > MOST_PROCESSOR_MS)) slow.push(name);
  }
  expect(slow).toEqual([]);
}

async function ask({ product, callers, call }: Asked, body: object): Promise<Figure> {
  const times: number[] = [];
  let count = '';
  const before = processorTime(product);
  for (let turn = 0; turn < ASKS; turn += 1) {
    const started = performance.now();
    const caller = callers[turn % callers.length] as Api;
    const { content } = await caller.call<{ count?: number; is_at_least?: boolean }>(call, body);
    times.push(performance.now() - started);
    count = `${content.count ?? ''}${content.is_at_least ? '+' : ''}`;
  }
  const sorted = times.toSorted((left, right) => left - right);
  const processor = (processorTime(product) - before) / ASKS;
  return { count, processor, p50: sorted[ASKS >> 1] ?? 0, p95: sorted[Math.floor(ASKS * 0.95)] ?? 0 };
}
