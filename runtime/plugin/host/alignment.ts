import type { StoreAccess } from '../../storage/index.ts';
import { nextGeneration } from '../activation/generation.ts';
import type { Generations } from '../activation/generations.ts';
import type { ReleaseFiles } from '../release/release-files.ts';
import type { Processes } from '../store/processes.ts';
import type { Releases } from '../store/releases.ts';
import { statesOf } from '../store/states.ts';
import type { Activator } from './activator.ts';
import type { CandidateList } from './candidate-list.ts';
import type { FailedReleases } from './failed-releases.ts';
import type { Preparations } from './preparations.ts';
import { createRetries } from './retries.ts';
import { sweepFiles } from './sweep-files.ts';
import { createTargets } from './targets.ts';

/** Brings what is active in line with what the store says. */
export interface Alignment {
  /** Takes away what is not wanted, begins what is; preparations go on in the background. One run at a time. */
  run(): Promise<void>;
  /** Until `started` runs are those of a start: what registry.json names is waited for. */
  startAnew(): void;
  started(): void;
  /** Mark of a plugin's state as it was brought in line last. */
  markOf(id: string): string | null;
}

export interface AlignmentOptions {
  store: Pick<StoreAccess, 'connection'>;
  generations: Generations;
  candidates: CandidateList;
  failures: FailedReleases;
  processes: Pick<Processes, 'surface'>;
  releases: Pick<Releases, 'all'>;
  files: ReleaseFiles;
  activator: Activator;
  preparations: Preparations;
  isOver(): boolean;
  /** Tells others what is served now. */
  tell(): Promise<void>;
}

export function createAlignment(options: AlignmentOptions): Alignment {
  const { generations, candidates, activator, preparations, failures } = options;
  const states = statesOf(options.store.connection);
  const targets = createTargets(options);
  const retryAgain = createRetries(options);
  let isFirst = true;
  let marks: ReadonlyMap<string, string | null> = new Map();

  return {
    async run() {
      if (options.isOver()) return;
      const fresh = await states.read();
      await candidates.read(fresh);
      failures.keepOnly(candidates.enabled());
      await candidates.saveSwitches();
      retryAgain(fresh);
      await showAreas(options);
      const order = await targets.choose(candidates.all(), isFirst);
      preparations.want(order);
      for (const { id } of [...generations.current().activations.values()].reverse())
        if (!preparations.isWanted(id)) await activator.hide(id);
      for (const plugin of order) {
        const work = preparations.begin(plugin, order);
        if (isFirst && plugin.source === 'registry') await work;
      }
      marks = new Map([...fresh].map(([id, { mark }]) => [id, mark ?? null]));
      await generations.notifyAgain();
      await sweepFiles({ ...options, draining: activator.draining });
      await options.tell();
    },
    startAnew() {
      isFirst = true;
    },
    started() {
      isFirst = false;
    },
    markOf: (id) => marks.get(id) ?? null,
  };
}

/** Calls of an area whose plugin was installed or removed are answered accordingly, also while nothing else changes. */
async function showAreas({ generations, candidates }: AlignmentOptions): Promise<void> {
  const current = generations.current();
  const areas = candidates.areas();
  const inactive = [...areas].filter(([area]) => !current.areas.has(area));
  if (Bun.deepEquals(new Map(inactive), current.inactiveAreas)) return;
  generations.show(nextGeneration(current, current.activations, areas, generations.serverWords));
  await generations.notify();
}
