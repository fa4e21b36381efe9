import type { Logger } from '@waypost/sdk';
import type { Generations } from '../activation/generations.ts';
import { type InstalledPlugin, stampOf } from '../release/installed.ts';
import { requiredPlugins } from '../release/requirements.ts';
import type { FailedReleases } from './failed-releases.ts';

/** Releases that are being prepared; each plugin's one after another. */
export interface Preparations {
  /** From now on these are wanted; a preparation of another release is dropped when it is ready. */
  want(order: readonly InstalledPlugin[]): void;
  isWanted(id: string): boolean;
  /** Begins one, unless it serves or is on its way. Resolves when it was tried. */
  begin(plugin: InstalledPlugin, order: readonly InstalledPlugin[]): Promise<void>;
  isRunning(id: string): boolean;
  isIdle(): boolean;
  /** The ends of all that run; they do not fail. */
  ends(): Promise<void>[];
}

export function createPreparations(options: {
  generations: Generations;
  failures: FailedReleases;
  activate(plugin: InstalledPlugin, isWanted: () => boolean): Promise<void>;
  isOver(): boolean;
  /** One has ended: its dependents can begin, or what goes on instead. */
  onEnd(): void;
  log: Logger;
}): Preparations {
  const { generations, failures } = options;
  const running = new Map<string, { stamp: string; work: Promise<void>; done: Promise<void> }>();
  let wantedStamps: ReadonlyMap<string, string> = new Map();

  function start(plugin: InstalledPlugin, after: Promise<void>): Promise<void> {
    const stamp = stampOf(plugin);
    const isWanted = () => !options.isOver() && wantedStamps.get(plugin.id) === stamp;
    const work = after.then(() => options.activate(plugin, isWanted));
    const done = work
      .catch((error: unknown) =>
        options.log.warn({ plugin: plugin.id, error }, 'an activation is tried again later'),
      )
      .finally(() => {
        if (running.get(plugin.id)?.done === done) running.delete(plugin.id);
        if (!options.isOver()) options.onEnd();
      });
    running.set(plugin.id, { stamp, work, done });
    return work;
  }

  return {
    want(order) {
      wantedStamps = new Map(order.map((plugin) => [plugin.id, stampOf(plugin)]));
    },
    isWanted: (id) => wantedStamps.has(id),
    begin(plugin, order) {
      const { activations } = generations.current();
      const stamp = stampOf(plugin);
      if (activations.get(plugin.id)?.stamp === stamp) return Promise.resolve();
      const before = running.get(plugin.id);
      if (before?.stamp === stamp) return before.work;
      const missing = requiredPlugins(plugin, order).find(({ id }) => !activations.has(id));
      if (missing === undefined) return start(plugin, before?.done ?? Promise.resolve());
      // Where it is on its way its arrival is looked after.
      if (!running.has(missing.id)) failures.add(plugin, `${missing.what}, which is not active`, true);
      return Promise.resolve();
    },
    isRunning: (id) => running.has(id),
    isIdle: () => running.size === 0,
    ends: () => [...running.values()].map(({ done }) => done),
  };
}
