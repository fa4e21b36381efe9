import type { Generations } from '../activation/generations.ts';
import { type Candidates, type InstalledPlugin, stampOf } from '../release/installed.ts';
import { orderTargets } from '../release/order.ts';
import type { Processes } from '../store/processes.ts';
import { releaseId } from '../store/releases.ts';
import type { FailedReleases } from './failed-releases.ts';

/** Says which release of each plugin is to serve. */
export interface Targets {
  /**
   * Those whose requirements can be met, each after what it requires.
   * @param isFirst at the start of this process
   */
  choose(candidates: readonly Candidates[], isFirst: boolean): Promise<InstalledPlugin[]>;
}

export function createTargets(options: {
  generations: Generations;
  failures: FailedReleases;
  processes: Pick<Processes, 'surface'>;
}): Targets {
  const { failures, generations } = options;
  /** Plugins that begin with what served before. */
  const recovering = new Set<string>();
  const activeOf = (id: string) => generations.current().activations.get(id);
  const isFine = (plugin: InstalledPlugin) =>
    plugin.problem === undefined && failures.of(plugin)?.isWaiting !== false;

  /** The release that is to serve: the chosen one, or what served before as long as that one cannot. */
  function wanted({ id, chosen, missing, previous }: Candidates): InstalledPlugin | undefined {
    if (chosen !== undefined && missing.length === 0 && isFine(chosen)) return chosen;
    if (previous !== undefined && isFine(previous)) return previous;
    // A release that failed beside one that serves is not a reason to stop what serves.
    return chosen !== undefined && missing.length === 0 && activeOf(id)?.stamp === stampOf(chosen)
      ? chosen
      : undefined;
  }

  /**
   * A start whose chosen release has never been active anywhere, such as after a kill in the middle of an upgrade, begins
   * with what served before; the chosen one is prepared beside it.
   */
  async function provenFirst(candidate: Candidates, isFirst: boolean): Promise<InstalledPlugin | undefined> {
    const { id, previous } = candidate;
    const target = wanted(candidate);
    if (target === undefined || previous === undefined || target === previous) return target;
    const isActive = activeOf(id) !== undefined;
    if (
      isFirst &&
      !isActive &&
      (await options.processes.surface(releaseId(id, target.release))) === undefined
    )
      recovering.add(id);
    if (recovering.has(id) && !isActive && isFine(previous)) return previous;
    recovering.delete(id);
    return target;
  }

  return {
    async choose(candidates, isFirst) {
      const targets = new Map<string, InstalledPlugin>();
      for (const candidate of candidates) {
        const target = candidate.isEnabled ? await provenFirst(candidate, isFirst) : undefined;
        if (target !== undefined) targets.set(candidate.id, target);
      }
      const resting = candidates.flatMap(({ id, chosen }) =>
        chosen === undefined || targets.has(id) ? [] : [chosen],
      );
      return orderTargets(targets, resting, (plugin, reason) => failures.add(plugin, reason, true));
    },
  };
}
