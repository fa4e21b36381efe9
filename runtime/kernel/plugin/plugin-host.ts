import { errors } from '@waypost/contract';
import type { PluginState } from '@waypost/sdk';
import type pino from 'pino';
import type { StoreAccess } from '../../store/index.ts';
import { knownFailure } from '../http/failure.ts';
import { createActivator } from './activator.ts';
import type { ContextSources } from './context.ts';
import type { Generations } from './generations.ts';
import { type Candidates, type InstalledPlugin, resolveCandidates, stampOf } from './installed.ts';
import { dependencyOrder } from './order.ts';
import type { OutsideDefinition } from './outside-definition.ts';
import type { ReleaseFiles } from './release-files.ts';
import { HEARTBEAT_MS, processesOf, type ServedPlugin } from './store/processes.ts';
import { type ReleaseDocument, releaseId, releasesOf } from './store/releases.ts';
import { type PluginStates, statesOf } from './store/states.ts';
import { readSurface } from './surface.ts';
import type { SwitchedStates } from './switch-snapshot.ts';

export interface PluginHost {
  /** What of each plugin this process serves. */
  served(): ServedPlugin[];
  /** Whether it is switched on, be it active or not: the visit path answers links of enabled plugins. */
  isEnabled(id: string): boolean;
  /** Brings what is active in line with what the store says. Runs one after another. */
  reconcile(): Promise<void>;
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
  log: pino.Logger;
}

interface FailedRelease {
  stamp: string;
  reason: string;
  /** Failed only because something it requires was not active. */
  isWaiting: boolean;
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { store, log, generations, files } = options;
  const { clock } = options.sources;
  const states = statesOf(store.connection);
  const processes = processesOf(store.connection);
  const releases = releasesOf(store.connection);
  const failures = new Map<string, FailedRelease[]>();
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
    onPartChange: () => void tell(),
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
    await saveSwitches();
    retryAgain(fresh);
    const targets = new Map<string, InstalledPlugin>();
    for (const one of candidates) {
      if (!one.isEnabled) failures.delete(one.id);
      const target = one.isEnabled ? choose(one) : undefined;
      if (target !== undefined) targets.set(one.id, target);
    }
    const order = usable(targets);
    const wanted = new Set(order.map(({ id }) => id));
    for (const { id } of [...generations.current().activations.values()].reverse())
      if (!wanted.has(id)) await activator.hide(id);
    for (const plugin of order) await bringUp(plugin);
    await generations.notifyAgain();
    await sweep();
    await tell();
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
      failures.delete(state._id);
      generations
        .current()
        .activations.get(state._id)
        ?.parts.retry(state.retry_part ?? undefined);
    }
  }

  /** The release that is to serve: the chosen one, or what served before as long as that one cannot. */
  function choose({ id, chosen, missing, previous }: Candidates): InstalledPlugin | undefined {
    const isFine = (plugin: InstalledPlugin) =>
      plugin.problem === undefined && failureOf(plugin)?.isWaiting !== false;
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
    const { order, problems } = dependencyOrder([...targets.values(), ...resting]);
    for (const [plugin, reason] of problems)
      if (plugin.problem === undefined && targets.get(plugin.id) === plugin) fail(plugin, reason, true);
    const wanted = new Set<string>();
    return order.filter((plugin) => {
      if (targets.get(plugin.id) !== plugin) return false;
      const missing = Object.keys(plugin.manifest?.requires ?? {}).find((id) => !wanted.has(id));
      if (missing === undefined) wanted.add(plugin.id);
      else fail(plugin, `requires ${missing}, which is not active`, true);
      return missing === undefined;
    });
  }

  async function bringUp(plugin: InstalledPlugin): Promise<void> {
    const active = generations.current().activations.get(plugin.id);
    if (active?.stamp === stampOf(plugin)) return;
    const missing = Object.keys(plugin.manifest?.requires ?? {}).find(
      (id) => !generations.current().activations.has(id),
    );
    if (missing !== undefined) return fail(plugin, `requires ${missing}, which is not active`, true);
    try {
      const document =
        plugin.source === 'registry' ? undefined : await releases.find(plugin.id, plugin.release);
      if (document !== undefined) await files.unpack(document);
      const activation = await activator.show(plugin);
      failures.set(
        plugin.id,
        (failures.get(plugin.id) ?? []).filter(({ stamp }) => stamp !== activation.stamp),
      );
      await processes.keepSurface({
        _id: releaseId(plugin.id, plugin.release),
        plugin: plugin.id,
        surface: await readSurface(activation),
        migrations: activation.migrations,
      });
    } catch (error) {
      if (knownFailure(error)?.code === errors.storeUnavailable.code) throw error;
      fail(plugin, error instanceof Error ? error.message : String(error), false);
      log.error({ plugin: plugin.id, release: plugin.release, error }, 'plugin did not activate');
      const again = candidates.find(({ id }) => id === plugin.id);
      const fallback = again === undefined ? undefined : choose(again);
      if (fallback !== undefined && stampOf(fallback) !== stampOf(plugin)) await bringUp(fallback);
    }
  }

  function failureOf(plugin: InstalledPlugin): FailedRelease | undefined {
    const stamp = stampOf(plugin);
    return failures.get(plugin.id)?.find((failure) => failure.stamp === stamp);
  }

  function fail(plugin: InstalledPlugin, reason: string, isWaiting: boolean): void {
    const stamp = stampOf(plugin);
    if (isWaiting && failureOf(plugin)?.reason !== reason)
      log.error({ plugin: plugin.id, place: plugin.place, reason }, 'plugin cannot be used');
    const others = (failures.get(plugin.id) ?? []).filter((failure) => failure.stamp !== stamp);
    failures.set(plugin.id, [...others, { stamp, reason, isWaiting }]);
  }

  /** Files of releases that the store has no more. */
  async function sweep(): Promise<void> {
    const kept = new Set((await releases.all()).map(({ _id }) => _id));
    const inUse = new Set([...generations.current().activations.values()].map(({ directory }) => directory));
    const ending = new Set(activator.draining());
    await files.sweep(
      (id, release) =>
        kept.has(releaseId(id, release)) || ending.has(id) || inUse.has(files.directoryOf(id, release)),
    );
  }

  function served(): ServedPlugin[] {
    const draining = new Set(activator.draining());
    const rows = candidates.map((one): ServedPlugin => {
      const active = generations.current().activations.get(one.id);
      const reason = reasonOf(one);
      return {
        id: one.id,
        release: active?.release ?? null,
        version: active?.manifest.version ?? null,
        is_draining: draining.has(one.id),
        state: stateOf(one, active !== undefined, reason),
        reason,
        quarantined: (active?.parts.list() ?? []).flatMap(({ part, reason: why, retry_time }) =>
          retry_time === null ? [] : [{ part, reason: why ?? '', retry_time }],
        ),
      };
    });
    const known = new Set(rows.map(({ id }) => id));
    for (const id of draining)
      if (!known.has(id))
        rows.push({
          id,
          release: null,
          version: null,
          is_draining: true,
          state: 'disabled',
          reason: null,
          quarantined: [],
        });
    return rows;
  }

  function reasonOf({ chosen, isEnabled, missing }: Candidates): string | null {
    if (chosen === undefined) return isEnabled ? 'its release is not in the store' : null;
    if (chosen.problem !== undefined) return chosen.problem;
    if (!isEnabled) return null;
    if (missing.length > 0) return `waits for consent to ${missing.join(', ')}`;
    const active = generations.current().activations.get(chosen.id);
    return active?.stamp === stampOf(chosen) ? null : (failureOf(chosen)?.reason ?? null);
  }

  function stateOf(one: Candidates, isActive: boolean, reason: string | null): PluginState {
    if (one.isEnabled && one.missing.length > 0 && one.chosen?.problem === undefined) return 'waiting';
    if (reason !== null) return 'failed';
    return isActive ? 'active' : 'disabled';
  }

  /** Tells the store what this process serves, and browsers that something is new. */
  async function tell(): Promise<void> {
    if (isOver) return;
    options.announce();
    try {
      await processes.tell({
        _id: options.processId,
        generation: generations.current().number,
        plugins: served(),
        seen_time: clock.date(),
      });
    } catch (error) {
      // Told again at the next heartbeat.
      log.debug({ error }, 'the store could not be told what is served');
    }
  }

  function serially(work: () => Promise<void>): Promise<void> {
    const run = queue.then(work);
    queue = run.catch(() => {});
    return run;
  }

  return {
    served,
    isEnabled: (id) => enabled.has(id),
    async reconcile() {
      heartbeat ??= setInterval(() => void (store.isUp() ? beat() : undefined), HEARTBEAT_MS);
      await serially(bringInLine);
    },
    dispose: () =>
      serially(async () => {
        isOver = true;
        clearInterval(heartbeat);
        for (const { id } of [...generations.current().activations.values()].reverse())
          await activator.hide(id);
        await activator.drained();
        if (store.isUp()) await processes.forget(options.processId).catch(() => {});
      }),
  };

  async function beat(): Promise<void> {
    if (isOver) return;
    await processes
      .tell({
        _id: options.processId,
        generation: generations.current().number,
        plugins: served(),
        seen_time: clock.date(),
      })
      .catch((error: unknown) => log.debug({ error }, 'the store could not be told what is served'));
  }
}

function areasOf(candidates: readonly Candidates[]): ReadonlyMap<string, string> {
  return new Map(
    candidates.flatMap(({ id, chosen }) =>
      (chosen?.manifest?.areas ?? []).map((area) => [area, id] as const),
    ),
  );
}
