import { heapSize } from 'bun:jsc';
import type { EmbeddedStore } from '../engine/store.ts';
import { sweepExpired } from './expiry.ts';

/** What runs from time to time. */
export interface Maintenance {
  stop(): void;
}

const SWEEP_MILLISECONDS = 1000;
/** Retry records of sessions nobody has used for this long are removed. */
const KEEP_RETRIES_MILLISECONDS = 60 * 60 * 1000;
const SWEEPS_BETWEEN_PRUNES = 600;
/** Memory from which the collector is asked, on its own threads, to look more often than it would by itself. */
const COLLECT_FROM_BYTES = 150 * 1024 * 1024;
const COLLECT_MILLISECONDS = 200;
/**
 * Memory from which it is made to, at once: some 20 ms, seldom. Reader threads collect for themselves, so there has to be
 * something of this thread's own to give back.
 */
const COLLECT_AT_ONCE_BYTES = 220 * 1024 * 1024;
const COLLECT_OWN_BYTES = 48 * 1024 * 1024;
const LEAST_BETWEEN_MILLISECONDS = 500;
/** A collection that took long is not repeated soon. */
const BETWEEN_FACTOR = 40;
/** MongoDB looks for expired documents every minute. */
export const EXPIRY_SECONDS = 60;

/** Ends old transactions, sessions and cursors, and removes expired documents every `expirySeconds`. */
export const startMaintenance = (store: EmbeddedStore, expirySeconds: number): Maintenance => {
  let sweeps = 0;
  let isExpiring = false;
  const expire = async (): Promise<void> => {
    if (isExpiring) return;
    isExpiring = true;
    try {
      await sweepExpired(store);
    } catch (error) {
      store.options.log('removing expired documents failed', error);
    } finally {
      isExpiring = false;
    }
  };
  const timer = setInterval(() => {
    sweeps += 1;
    store.writeRate.tick();
    store.cursors.sweep();
    store.pasts.sweep(store.isLogFarBehind());
    for (const session of store.sessions.sweep(store.isLogFarBehind())) store.cursors.closeSession(session);
    if (sweeps % expirySeconds === 0) void expire();
    if (sweeps % SWEEPS_BETWEEN_PRUNES === 0 && !store.group.isHeld()) {
      store.group.begin();
      store.retries.prune(store.options.now() - KEEP_RETRIES_MILLISECONDS);
    }
  }, SWEEP_MILLISECONDS);
  let nextWhole = 0;
  const collecting = setInterval(() => {
    const bytes = process.memoryUsage.rss();
    const now = store.options.monotonic();
    if (bytes > COLLECT_AT_ONCE_BYTES && now > nextWhole && heapSize() > COLLECT_OWN_BYTES) {
      Bun.gc(true);
      const took = store.options.monotonic() - now;
      nextWhole = now + Math.max(LEAST_BETWEEN_MILLISECONDS, took * BETWEEN_FACTOR);
    } else if (bytes > COLLECT_FROM_BYTES) Bun.gc(false);
  }, COLLECT_MILLISECONDS);
  return {
    stop: () => {
      clearInterval(timer);
      clearInterval(collecting);
    },
  };
};
