import { cpuMicroseconds } from '../../../scripts/bench/process-usage.ts';
import type { Product } from '../../product.ts';

/** Milliseconds of a core that store and runtime have had so far. */
export function processorTime(product: Product): number {
  const { store, runtime } = product.childPids();
  return [store, runtime].reduce<number>(
    (sum, pid) => (pid === undefined ? sum : sum + cpuMicroseconds(pid) / 1_000),
    0,
  );
}
