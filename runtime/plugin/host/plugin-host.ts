import { AppError, errors } from '@waypost/contract';
import type { PluginFailed } from '@waypost/sdk';
import type pino from 'pino';
import { knownFailure, type StoreAccess } from '../../storage/index.ts';
import { nextGeneration, translateIn } from '../activation/generation.ts';
import type { Generations } from '../activation/generations.ts';
import { type OutsideDefinition, restarted } from '../activation/outside-definition.ts';
import { readSurface } from '../activation/surface.ts';
import type { ContextSources } from '../context/context.ts';
import { type Candidates, type InstalledPlugin, resolveCandidates, stampOf } from '../release/installed.ts';
import { orderTargets } from '../release/order.ts';
import type { ReleaseFiles } from '../release/release-files.ts';
import { requiredPlugins } from '../release/requirements.ts';
import { HEARTBEAT_MS, processesOf, type ServedPlugin } from '../store/processes.ts';
import { type ReleaseDocument, releaseId, releasesOf } from '../store/releases.ts';
import { type PluginStates, statesOf } from '../store/states.ts';
import { createActivator } from './activator.ts';
import { createFailedReleases } from './failed-releases.ts';
import { servedPlugins } from './served-plugins.ts';
import type { SwitchedStates } from './switch-snapshot.ts';
import { createServedTelling } from './tell-served.ts';

export interface PluginHost {
  /** What of each plugin this process serves. */
  served(): ServedPlugin[];
  /** Whether it is switched on, be it active or not: the visit path answers links of enabled plugins. */
  isEnabled(id: string): boolean;
  /** The first time: resolves when what registry.json names is active, and the rest is or had a moment for it. */
  start(): Promise<void>;
  /** Brings what is active in line with what the store says; preparations go on in the background. */
  follow(): Promise<void>;
  /** The same, and waits (10 s at most) until it shows how it went with one plugin. */
  reconcile(id: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface PluginHostOptions {
  /** `<host>:<pid>:<start>` of this process. */
  processId: string;
  /** Plugins of registry.json. */
  registry: readonly InstalledPlugin[];
  engineVersion: string;
  generations: Generations;
  files: ReleaseFiles;
  isTrustedKey(key: string): boolean;
  /** What was switched when this process last saw the store. */
  knownStates: SwitchedStates;
  saveStates(states: SwitchedStates): Promise<void>;
  store: StoreAccess;
  sources: ContextSources;
  outside(plugin: InstalledPlugin): Promise<OutsideDefinition>;
  /** Something that browsers show of plugins has changed. */
  announce(): void;
  /** A plugin has failed by itself. */
  failed(failure: PluginFailed): void;
  log: pino.Logger;
}

/** Longest that a start waits for plugins of archives, and a change for its outcome, milliseconds. */
const START_LIMIT_MS = 5_000;
const SETTLE_LIMIT_MS = 10_000;

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { store, log, generations, files } = options;
  const { clock } = options.sources;
  const states = statesOf(store.connection);
  const processes = processesOf(store.connection);
  const releases = releasesOf(store.connection);
  const failures = createFailedReleases(log);
  const retries = new Map<string, number>();
  let candidates: Candidates[] = resolveCandidates({
    ...resolveOptions(),
    states: new Map(),
    releases: new Map(),
  });
  // Read once a visit: kept as a set.
  let enabled = new Set(
    [
      ...candidates.filter(
        ({ id, isEnabled, isRequired }) => isRequired || (options.knownStates.get(id) ?? isEnabled),
      ),
    ].map(({ id }) => id),
  );
  for (const [id, isOn] of options.knownStates) if (isOn) enabled.add(id);
  let saved: SwitchedStates = options.knownStates;
  /** Releases that are being prepared; each plugin's one after another. */
  const activating = new Map<string, { stamp: string; work: Promise<void>; done: Promise<void> }>();
  let wantedStamps: ReadonlyMap<string, string> = new Map();
  /** Plugins that begin with what served before. */
  const recovering = new Set<string>();
  let isFirst = true;
  /** Marks of the states as they were when they were brought in line last. */
  let marks: ReadonlyMap<string, string | null> = new Map();
  let queue: Promise<void> = Promise.resolve();
  let heartbeat: Timer | undefined;
  let isOver = false;

  const activator = createActivator({
    generations,
    store,
    sources: options.sources,
    log,
    clock,
    installedAreas: () => areasOf(candidates),
    outside: options.outside,
    onPartChange: () => void telling.tell(),
  });
  const telling = createServedTelling({
    processId: options.processId,
    served: () => served(),
    generation: () => generations.current().number,
    isOver: () => isOver,
    store,
    processes,
    announce: options.announce,
    failed: options.failed,
    clock,
    log,
  });
  for (const plugin of options.registry)
    if (plugin.problem !== undefined)
      log.error({ plugin: plugin.id, place: plugin.place, reason: plugin.problem }, 'plugin cannot be used');

  function resolveOptions() {
    return {
      registry: options.registry,
      engineVersion: options.engineVersion,
      directoryOf: files.directoryOf,
      isTrustedKey: options.isTrustedKey,
    };
  }

  async function bringInLine(): Promise<void> {
    if (isOver) return;
    const fresh = await states.read();
    candidates = resolveCandidates({ ...resolveOptions(), states: fresh, releases: await releasesIn(fresh) });
    enabled = new Set(candidates.filter(({ isEnabled }) => isEnabled).map(({ id }) => id));
    failures.keepOnly(enabled);
    await saveSwitches();
    retryAgain(fresh);
    await showAreas();
    const targets = new Map<string, InstalledPlugin>();
    for (const one of candidates) {
      const target = one.isEnabled ? await provenFirst(one, choose(one)) : undefined;
      if (target !== undefined) targets.set(one.id, target);
    }
    const order = usable(targets);
    wantedStamps = new Map(order.map((plugin) => [plugin.id, stampOf(plugin)]));
    for (const { id } of [...generations.current().activations.values()].reverse())
      if (!wantedStamps.has(id)) await activator.hide(id);
    for (const plugin of order) {
      const work = bringUp(plugin, order);
      if (isFirst && plugin.source === 'registry') await work;
    }
    marks = new Map([...fresh].map(([id, { mark }]) => [id, mark ?? null]));
    await generations.notifyAgain();
    await sweep();
    await telling.tell();
  }

  /** Calls of an area whose plugin was installed or removed are answered accordingly, also while nothing else changes. */
  async function showAreas(): Promise<void> {
    const current = generations.current();
    const areas = areasOf(candidates);
    const inactive = [...areas].filter(([area]) => !current.areas.has(area));
    if (Bun.deepEquals(new Map(inactive), current.inactiveAreas)) return;
    generations.show(nextGeneration(current, current.activations, areas, generations.serverWords));
    await generations.notify();
  }

  /**
   * A start whose chosen release has never been active anywhere, such as after a kill in the middle of an upgrade, begins
   * with what served before; the chosen one is prepared beside it.
   */
  async function provenFirst(
    { id, previous }: Candidates,
    target: InstalledPlugin | undefined,
  ): Promise<InstalledPlugin | undefined> {
    if (target === undefined || previous === undefined || target === previous) return target;
    const isActive = generations.current().activations.has(id);
    if (isFirst && !isActive && (await processes.surface(releaseId(id, target.release))) === undefined)
      recovering.add(id);
    const canGoBack = previous.problem === undefined && failures.of(previous)?.isWaiting !== false;
    if (recovering.has(id) && !isActive && canGoBack) return previous;
    recovering.delete(id);
    return target;
  }

  async function releasesIn(fresh: PluginStates): Promise<Map<string, ReleaseDocument>> {
    const found = new Map<string, ReleaseDocument>();
    for (const state of fresh.values())
      for (const choice of [state.chosen, state.previous]) {
        const document = choice ? await releases.find(state._id, choice.release) : undefined;
        if (document !== undefined) found.set(document._id, document);
      }
    return found;
  }

  async function saveSwitches(): Promise<void> {
    const switched = new Map(candidates.map(({ id, isEnabled }) => [id, isEnabled]));
    if (Bun.deepEquals(switched, saved)) return;
    await options.saveStates(switched);
    saved = switched;
  }

  /** What an administrator wants tried again. */
  function retryAgain(fresh: PluginStates): void {
    for (const state of fresh.values()) {
      const count = state.retries ?? 0;
      if (count === (retries.get(state._id) ?? count)) {
        retries.set(state._id, count);
        continue;
      }
      retries.set(state._id, count);
      failures.forget(state._id);
      const active = generations.current().activations.get(state._id);
      active?.parts.retry(state.retry_part ?? undefined);
      if (!state.retry_part) active?.child?.retry();
    }
  }

  /** The release that is to serve: the chosen one, or what served before as long as that one cannot. */
  function choose({ id, chosen, missing, previous }: Candidates): InstalledPlugin | undefined {
    const isFine = (plugin: InstalledPlugin) =>
      plugin.problem === undefined && failures.of(plugin)?.isWaiting !== false;
    if (chosen !== undefined && missing.length === 0 && isFine(chosen)) return chosen;
    if (previous !== undefined && isFine(previous)) return previous;
    // A release that failed beside one that serves is not a reason to stop what serves.
    const active = generations.current().activations.get(id);
    return chosen !== undefined && missing.length === 0 && active?.stamp === stampOf(chosen)
      ? chosen
      : undefined;
  }

  /** Targets whose requirements can be met, each after those. */
  function usable(targets: ReadonlyMap<string, InstalledPlugin>): InstalledPlugin[] {
    const resting = candidates.flatMap(({ id, chosen }) =>
      chosen === undefined || targets.has(id) ? [] : [chosen],
    );
    return orderTargets(targets, resting, (plugin, reason) => failures.add(plugin, reason, true));
  }

  function bringUp(plugin: InstalledPlugin, order: readonly InstalledPlugin[]): Promise<void> {
    const stamp = stampOf(plugin);
    if (generations.current().activations.get(plugin.id)?.stamp === stamp) return Promise.resolve();
    const running = activating.get(plugin.id);
    if (running?.stamp === stamp) return running.work;
    const missing = requiredPlugins(plugin, order).find(
      ({ id }) => !generations.current().activations.has(id),
    );
    // What it requires is on its way, and its arrival is looked after.
    if (missing !== undefined && activating.has(missing.id)) return Promise.resolve();
    if (missing !== undefined) {
      failures.add(plugin, `${missing.what}, which is not active`, true);
      return Promise.resolve();
    }
    const work = (running?.done ?? Promise.resolve()).then(() =>
      activate(plugin, () => !isOver && wantedStamps.get(plugin.id) === stamp),
    );
    const done = work
      .catch((error: unknown) => log.warn({ plugin: plugin.id, error }, 'an activation is tried again later'))
      .finally(() => {
        if (activating.get(plugin.id)?.done === done) activating.delete(plugin.id);
        // Dependents, or what goes on instead.
        if (!isOver) void serially(bringInLine).catch(unreached);
      });
    activating.set(plugin.id, { stamp, work, done });
    return work;
  }

  async function activate(plugin: InstalledPlugin, isWanted: () => boolean): Promise<void> {
    try {
      const document =
        plugin.source === 'registry' ? undefined : await releases.find(plugin.id, plugin.release);
      if (document !== undefined) await files.unpack(document);
      const activation = await activator.show(plugin, isWanted);
      if (activation === undefined) return;
      failures.remove(plugin);
      await processes.keepSurface({
        _id: releaseId(plugin.id, plugin.release),
        plugin: plugin.id,
        surface: await readSurface(activation),
        migrations: activation.migrations,
      });
    } catch (error) {
      if (knownFailure(error)?.code === errors.storeUnavailable.code) throw error;
      failures.add(plugin, sentenceOf(error), false);
      log.error({ plugin: plugin.id, release: plugin.release, error }, 'plugin did not activate');
    }
  }

  /** Files of releases that the store has no more. */
  async function sweep(): Promise<void> {
    const all = await releases.all();
    const kept = new Set(all.map(({ _id }) => _id));
    const { activations } = generations.current();
    const inUse = new Set([...activations.values()].map(({ directory }) => directory));
    const ending = new Set(activator.draining());
    const plugins = new Set([...all.map(({ plugin }) => plugin), ...activations.keys(), ...ending]);
    await files.sweep({
      plugin: (id) => plugins.has(id),
      release: (id, release) =>
        kept.has(releaseId(id, release)) || ending.has(id) || inUse.has(files.directoryOf(id, release)),
    });
  }

  const served = (): ServedPlugin[] =>
    servedPlugins({
      candidates,
      active: (id) => generations.current().activations.get(id),
      draining: activator.draining(),
      isStarting: (id) => activating.has(id),
      failures,
      markOf: (id) => marks.get(id) ?? null,
    });

  /** An error as people read it, in English. */
  function sentenceOf(error: unknown): string {
    if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
    const { reason } = error.params;
    return typeof reason === 'string'
      ? reason
      : translateIn(generations.current(), 'en-US', error.messageKey, error.params);
  }

  function unreached(error: unknown): void {
    log.debug({ error }, 'what is active could not be compared with the store');
  }

  function serially(work: () => Promise<void>): Promise<void> {
    const run = queue.then(work);
    queue = run.catch(() => {});
    return run;
  }

  return {
    served,
    isEnabled: (id) => enabled.has(id),
    async start() {
      isFirst = true;
      await processes.ensureIndexes();
      heartbeat ??= setInterval(() => void telling.beat(), HEARTBEAT_MS);
      await serially(bringInLine);
      isFirst = false;
      await settled(START_LIMIT_MS, () => activating.size === 0);
    },
    follow: () => serially(bringInLine),
    async reconcile(id) {
      await serially(bringInLine);
      await settled(SETTLE_LIMIT_MS, () => !activating.has(id));
      // How it went is told after it.
      await queue;
      await restarted(generations.current().activations.get(id)?.child, SETTLE_LIMIT_MS);
      await telling.tell();
    },
    dispose: () =>
      serially(async () => {
        isOver = true;
        clearInterval(heartbeat);
        await settled(SETTLE_LIMIT_MS, () => activating.size === 0);
        for (const { id } of [...generations.current().activations.values()].reverse())
          await activator.hide(id);
        await activator.drained();
        if (store.isUp()) await processes.forget(options.processId).catch(() => {});
      }),
  };

  /** Waits until nothing is being prepared that `isDone` asks for, or the limit is over. */
  async function settled(limitMs: number, isDone: () => boolean): Promise<void> {
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(limit.resolve, limitMs);
    let isLate = false;
    void limit.promise.then(() => {
      isLate = true;
    });
    while (!isDone() && !isLate) {
      await Promise.race([...[...activating.values()].map(({ done }) => done), limit.promise]);
      if (!isOver) await Promise.race([queue, limit.promise]);
    }
    clearTimeout(timer);
  }
}

function areasOf(candidates: readonly Candidates[]): ReadonlyMap<string, string> {
  return new Map(
    candidates.flatMap(({ id, chosen }) =>
      (chosen?.manifest?.areas ?? []).map((area) => [area, id] as const),
    ),
  );
}
