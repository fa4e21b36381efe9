import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { readLag } from '../../runtime/visit/statistics/lag.ts';
import { visitCollections } from '../../runtime/visit/store/collections.ts';
import type { Product } from '../product.ts';
import { until as untilSo } from '../until.ts';

/** Milliseconds until a process must do what is waited for, on a busy machine. */
export const PROCESS_LIMIT_MS = 30_000;
const DRAIN_LIMIT_MS = 60_000;
/** Whoever counts them would be busy with being asked. */
const LAG_EVERY_MS = 100;

/** Waits until `holds`; throws naming `what` after the limit. */
export async function until(what: string, limitMs: number, holds: () => Promise<boolean>): Promise<void> {
  await untilSo(what, holds, { withinMs: limitMs });
}

/** The value of `wanted`; throws naming `what` after the limit. */
export async function within<T>(what: string, limitMs: number, wanted: Promise<T>): Promise<T> {
  const late = Bun.sleep(limitMs).then(() => Promise.reject(new Error(`${what}: not within ${limitMs} ms`)));
  return Promise.race([wanted, late]);
}

/** Waits until the visit path knows a published code. */
export const isAnswered = (product: Product, code: string): Promise<void> =>
  until('a published link is answered', PROCESS_LIMIT_MS, () =>
    fetch(`${product.origin}/${code}`, { method: 'HEAD', redirect: 'manual' }).then(
      ({ status }) => status === 302,
      () => false,
    ),
  );

/** Waits until everything that was written down is stored; throws when for a minute no more of it was than before. */
export async function drained(database: mongo.Db, product: Product): Promise<void> {
  const clock = { now: Date.now, date: () => new Date() };
  const journals = join(product.dataDir, 'journal');
  let least = Number.POSITIVE_INFINITY;
  let end = 0;
  for (;;) {
    const lag = await readLag(visitCollections(database), journals, clock).catch(() => undefined);
    if (lag?.visits === 0) return;
    if (lag !== undefined && lag.visits < least) {
      least = lag.visits;
      end = performance.now() + DRAIN_LIMIT_MS;
    }
    end ||= performance.now() + DRAIN_LIMIT_MS;
    if (performance.now() > end)
      throw new Error(`${least} visits are not aggregated, and no fewer for ${DRAIN_LIMIT_MS} ms`);
    await Bun.sleep(LAG_EVERY_MS);
  }
}
