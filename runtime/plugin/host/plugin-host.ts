import type { PluginFailed } from '@waypost/sdk/platform';
import type pino from 'pino';
import type { StoreAccess } from '../../storage/index.ts';
import type { Generations } from '../activation/generations.ts';
import { type OutsideDefinition, restarted } from '../activation/outside-definition.ts';
import type { ContextSources } from '../context/server-ground.ts';
import type { InstalledPlugin } from '../release/installed.ts';
import type { ReleaseFiles } from '../release/release-files.ts';
import { HEARTBEAT_MS, processesOf, type ServedPlugin } from '../store/processes.ts';
import { releasesOf } from '../store/releases.ts';
import { activateRelease } from './activate-release.ts';
import { createActivator } from './activator.ts';
import { createAlignment } from './alignment.ts';
import { type CandidateListOptions, createCandidateList } from './candidate-list.ts';
import { createFailedReleases } from './failed-releases.ts';
import { createPreparations } from './preparations.ts';
import { servedPlugins } from './served-plugins.ts';
import { createServedTelling } from './tell-served.ts';
import { createTurns, settled } from './turns.ts';

export interface PluginHost {
  /** What of each plugin this process serves. */
  served(): ServedPlugin[];
  /** Whether it is switched on, be it active or not: the visit path answers links of enabled plugins. */
  isEnabled(id: string): boolean;
  /** The first time: resolves when what registry.json names is active, and the rest is or had a moment for it. */
  start(): Promise<void>;
  /** Brings what is active in line with what the store says; preparations go on in the background. */
  follow(): Promise<void>;
  /** The same, and waits (28 s at most) until it shows how it went with one plugin. */
  reconcile(id: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface PluginHostOptions extends Omit<CandidateListOptions, 'files' | 'releases'> {
  /** `<host>:<pid>:<start>` of this process. */
  processId: string;
  generations: Generations;
  files: ReleaseFiles;
  store: StoreAccess;
  sources: ContextSources;
  outside(plugin: InstalledPlugin): Promise<OutsideDefinition>;
  /** Something that browsers show of plugins has changed. */
  announce(): void;
  /** A plugin has failed by itself. */
  failed(failure: PluginFailed): void;
  log: pino.Logger;
}

/** Longest that a start waits for plugins of archives, milliseconds: the rest of them comes while it serves. */
const START_LIMIT_MS = 5_000;
/** Longest that a change waits to tell how it went, milliseconds. On a busy machine a process takes 10 s to begin. */
const CHANGE_LIMIT_MS = 20_000;
/** Longest that the end waits for what is being prepared, milliseconds: nobody will ever see it. */
const STOP_LIMIT_MS = 10_000;
/** Longest that a change waits for a process that is started anew, milliseconds: it has been up before. */
const RESTART_LIMIT_MS = 8_000;

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { store, log, generations } = options;
  const { clock } = options.sources;
  const turns = createTurns();
  let isOver = false;
  let heartbeat: Timer | undefined;
  const processes = processesOf(store.connection);
  const releases = releasesOf(store.connection);
  const failures = createFailedReleases(log);
  const candidates = createCandidateList({ ...options, releases });
  const activator = createActivator({
    ...options,
    clock,
    installedAreas: candidates.areas,
    onPartChange: () => void telling.tell(),
  });
  const preparations = createPreparations({
    generations,
    failures,
    activate: (plugin, isWanted) =>
      activateRelease({ ...options, activator, failures, releases, processes }, plugin, isWanted),
    isOver: () => isOver,
    onEnd: () =>
      void turns.take(alignment.run).catch((error: unknown) => {
        log.debug({ error }, 'what is active could not be compared with the store');
      }),
    log,
  });
  const alignment = createAlignment({
    store,
    generations,
    candidates,
    failures,
    processes,
    releases,
    activator,
    preparations,
    files: options.files,
    isOver: () => isOver,
    tell: () => telling.tell(),
  });
  const served = (): ServedPlugin[] =>
    servedPlugins({
      candidates: candidates.all(),
      active: (id) => generations.current().activations.get(id),
      draining: activator.draining(),
      isStarting: preparations.isRunning,
      failures,
      markOf: alignment.markOf,
    });
  const telling = createServedTelling({
    processId: options.processId,
    served,
    generation: () => generations.current().number,
    isOver: () => isOver,
    store,
    processes,
    announce: options.announce,
    failed: options.failed,
    clock,
    log,
  });
  const settle = (limitMs: number, isDone: () => boolean) =>
    settled({ limitMs, isDone, ends: preparations.ends, rest: () => (isOver ? undefined : turns.rest()) });
  tellProblems(options);

  return {
    served,
    isEnabled: candidates.isEnabled,
    async start() {
      alignment.startAnew();
      await processes.ensureIndexes();
      heartbeat ??= setInterval(() => void telling.beat(), HEARTBEAT_MS);
      await turns.take(alignment.run);
      alignment.started();
      await settle(START_LIMIT_MS, preparations.isIdle);
    },
    follow: () => turns.take(alignment.run),
    async reconcile(id) {
      await turns.take(alignment.run);
      await settle(CHANGE_LIMIT_MS, () => !preparations.isRunning(id));
      // How it went is told after it.
      await turns.rest();
      await restarted(generations.current().activations.get(id)?.child, RESTART_LIMIT_MS);
      await telling.tell();
    },
    dispose: () =>
      turns.take(async () => {
        isOver = true;
        clearInterval(heartbeat);
        await settle(STOP_LIMIT_MS, preparations.isIdle);
        for (const { id } of [...generations.current().activations.values()].reverse())
          await activator.hide(id);
        await activator.drained();
        if (store.isUp()) await processes.forget(options.processId).catch(() => {});
      }),
  };
}

function tellProblems({ registry, log }: Pick<PluginHostOptions, 'registry' | 'log'>): void {
  for (const plugin of registry)
    if (plugin.problem !== undefined)
      log.error({ plugin: plugin.id, place: plugin.place, reason: plugin.problem }, 'plugin cannot be used');
}
