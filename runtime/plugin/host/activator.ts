import type { Activation } from '../activation/activation.ts';
import { nextGeneration } from '../activation/generation.ts';
import type { InstalledPlugin } from '../release/installed.ts';
import { createEndings, type Endings, reportDisposal } from './endings.ts';
import { type PreparationPlace, prepareActivation } from './prepare-activation.ts';

/** Makes plugins visible and takes them away, each in one assignment. */
export interface Activator extends Pick<Endings, 'draining' | 'drained'> {
  /**
   * Makes a release visible, in the place of the one that serves, if any. Whatever fails leaves that one serving, its
   * data as they were.
   * @param isWanted asked at the last moment: a preparation may take long
   * @returns undefined when it was not wanted any more
   */
  show(plugin: InstalledPlugin, isWanted: () => boolean): Promise<Activation | undefined>;
  /** Takes a plugin away; its calls in flight end in the background. */
  hide(id: string): Promise<void>;
}

export interface ActivatorOptions extends Omit<PreparationPlace, 'release'> {
  /** Areas of everything that is installed, active or not. */
  installedAreas(): ReadonlyMap<string, string>;
}

export function createActivator(options: ActivatorOptions): Activator {
  const { generations, log } = options;
  const endings = createEndings({ generations, log, onEnd: options.onPartChange });
  const place: PreparationPlace = { ...options, release: endings.release };

  return {
    async show(plugin, isWanted) {
      const { activation, undo } = await prepareActivation(plugin, place);
      if (!isWanted()) {
        await undo();
        return undefined;
      }
      const old = generations.current().activations.get(plugin.id);
      let flipMs: number;
      try {
        flipMs = flip(options, old, activation);
      } catch (error) {
        await undo();
        throw error;
      }
      await generations.notify();
      if (old === undefined) void forgetSchedules(options, activation).catch(reportDisposal(log, plugin.id));
      else endings.begin(old, () => forgetOld(options, old, activation));
      log.info(
        {
          plugin: plugin.id,
          release: plugin.release,
          generation: generations.current().number,
          flip_ms: flipMs,
          ...(old === undefined ? {} : { replaces: old.release }),
        },
        'plugin activated',
      );
      return activation;
    },
    async hide(id) {
      const old = generations.current().activations.get(id);
      if (old === undefined) return;
      const flipMs = takeAway(options, old);
      await generations.notify();
      endings.begin(old);
      log.info(
        { plugin: id, generation: generations.current().number, flip_ms: flipMs },
        'plugin taken away',
      );
    },
    draining: endings.draining,
    drained: endings.drained,
  };
}

type Flip = Pick<ActivatorOptions, 'generations' | 'installedAreas' | 'log'>;

/**
 * Puts `activation` in the place of `old` without waiting for anything. What throws leaves `old` as it was.
 * @returns milliseconds that it took
 */
function flip(place: Flip, old: Activation | undefined, activation: Activation): number {
  const { generations, log } = place;
  const started = performance.now();
  const { activations } = generations.current();
  const shown = next(place, new Map([...activations, [activation.id, activation]]));
  if (old?.manifest.remote !== undefined)
    activation.predecessor = { release: old.release, root: `${old.directory}/${old.manifest.remote}` };
  old?.scope.withdraw(reportDisposal(log, activation.id));
  try {
    activation.scope.commit();
  } catch (error) {
    old?.scope.commit();
    throw error;
  }
  generations.show(shown);
  return rounded(performance.now() - started);
}

/** @returns milliseconds that it took */
function takeAway(place: Flip, old: Activation): number {
  const { generations, log } = place;
  const started = performance.now();
  const remaining = new Map(generations.current().activations);
  remaining.delete(old.id);
  const shown = next(place, remaining);
  old.scope.withdraw(reportDisposal(log, old.id));
  generations.show(shown);
  return rounded(performance.now() - started);
}

function next({ generations, installedAreas }: Flip, activations: ReadonlyMap<string, Activation>) {
  return nextGeneration(generations.current(), activations, installedAreas(), generations.serverWords);
}

/** What an earlier release had and this one has not: indexes, jobs and their schedules. */
async function forgetOld(options: ActivatorOptions, old: Activation, now: Activation): Promise<void> {
  // Another switch may have come meanwhile.
  if (options.generations.current().activations.get(now.id) !== now) return;
  await now.models.dropOldIndexes();
  const gone = [...old.declared.jobs].filter((job) => !now.declared.jobs.has(job));
  await options.sources.jobs.forget(gone.map((job) => `${now.id}.${job}`));
  await forgetSchedules(options, now, old);
}

/**
 * A schedule stands in the store and outlives the process that asked for it: nobody takes it back where `old` ran in
 * another one. Its name then is no longer in the manifest; a plugin may ask for what is there at any time.
 */
async function forgetSchedules(options: ActivatorOptions, now: Activation, old?: Activation): Promise<void> {
  const { id, declared, manifest } = now;
  const isAwaited = (name: string) =>
    old?.declared.schedules.has(name) !== true && manifest.schedules?.includes(name) === true;
  await options.sources.jobs.forgetSchedules(id, (name) => !declared.schedules.has(name) && !isAwaited(name));
}

/** Milliseconds with three digits behind the point: a flip takes a fraction of one. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
