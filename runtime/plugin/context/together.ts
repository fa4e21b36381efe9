import type { Disposer } from '@waypost/sdk';
import type { GroundRegistry } from './ground.ts';

/** Registers several things as one: all of them, or none when one is refused. */
export function together(registry: GroundRegistry, steps: readonly (() => Disposer)[]): Disposer {
  const done: Disposer[] = [];
  try {
    for (const step of steps) done.push(step());
  } catch (error) {
    for (const dispose of done.reverse()) void dispose();
    throw error;
  }
  return registry.together(done);
}
