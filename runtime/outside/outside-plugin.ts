import { join } from 'node:path';
import type { Manifest } from '@waypost/contract';
import type { Logger, Migration, PlatformFacts, PluginContext, PluginDefinition } from '@waypost/sdk';
import { createOutgoingFetch, type OutgoingOptions } from '../outgoing/index.ts';
import { processEnded } from '../plugin/activation/outside-errors.ts';
import { registrarOf } from '../plugin/context/registrar.ts';
import type { ByteStream } from './channel/streams.ts';
import { type ChildRun, startChild } from './host/child-process.ts';
import { createHostAnswers } from './host/host-answers.ts';
import { DEFAULT_LIMITS, type OutsideLimits } from './host/limits.ts';
import { createLiveRequests } from './host/live-requests.ts';
import { createOperationRuns } from './host/operation-runs.ts';
import { createLimitedLog } from './host/plugin-log.ts';
import { createRegistrations } from './host/registrations.ts';
import { createSupervisor, type Supervisor } from './host/supervisor.ts';
import { createVisitWrites, type VisitWritesOptions } from './host/visit-writes.ts';
import { type Containment, type Start, zContainment, zLoaded, zRegistrations } from './protocol.ts';
import { createRights } from './store-proxy/rights.ts';
import type { RunningCommands } from './store-proxy/running-commands.ts';
import { createStoreProxy } from './store-proxy/store-proxy.ts';
import type { OpenUpstream } from './store-proxy/upstream.ts';

const PROJECT = join(import.meta.dir, '../..');
/** A process whose plugin is never set up is ended, milliseconds. */
const UNUSED_MS = 60_000;

export interface OutsideOptions {
  manifest: Manifest;
  /** Folder of the release, absolute. */
  directory: string;
  granted: ReadonlySet<string>;
  /** Name of the store's database, and the way to it; of the latter the plugin sees nothing. */
  database: string;
  openStore: OpenUpstream;
  /** Commands of all plugins, where one of them can keep the store from the others. */
  running?: RunningCommands;
  platform: PlatformFacts;
  log: Logger;
  /** How links are written in a transaction that the plugin has begun. */
  links: Pick<VisitWritesOptions, 'join' | 'pluginsOf'>;
  /** Whether a collection that begins like the plugin's belongs to another plugin; asked at each command. */
  isForeignCollection?: (collection: string) => boolean;
  limits?: Partial<OutsideLimits>;
  outgoing?: Pick<OutgoingOptions, 'resolve' | 'isAllowed' | 'timeLimitMs'>;
}

export interface OutsidePlugin extends PluginDefinition {
  readonly process: Pick<Supervisor, 'facts' | 'retry' | 'onChange'>;
  /** Ends the process; for a plugin that was loaded and never set up. */
  dispose(): Promise<void>;
}

/**
 * A plugin that runs in a process of its own and looks to the kernel like any other. The process is started here, so
 * that its migrations are known; `setup` registers through the host's context what the plugin registers in its process.
 * @throws Error when the process cannot be started or the plugin's server file cannot be loaded
 */
export async function outsidePlugin(options: OutsideOptions): Promise<OutsidePlugin> {
  const { manifest, granted, log } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const live = createLiveRequests();
  const faults = createLimitedLog(log);
  const { database } = options;
  const proxy = createStoreProxy({
    open: options.openStore,
    log: faults,
    ...(options.running === undefined ? {} : { running: options.running }),
    end: (reason) => current?.kill(reason),
    rights: createRights({
      plugin: manifest.id,
      database,
      granted,
      isForeign: options.isForeignCollection ?? (() => false),
    }),
  });
  let host: ReturnType<typeof connectHost> | undefined;
  let current: ChildRun | undefined;

  async function start(): Promise<{
    run: ChildRun;
    loaded: ReturnType<typeof zLoaded.parse>;
    containment: Containment;
  }> {
    const run = await startChild({
      project: PROJECT,
      release: options.directory,
      limits,
      log,
      lost: (reason) => processEnded.create({ plugin: manifest.id, reason }),
      peer: {
        answer: async (method, params, signal) => {
          if (host === undefined) throw new TypeError(`${method}: the plugin is not set up yet`);
          return host.answers.answer(method, params, signal);
        },
        take(method, params) {
          if (host !== undefined) host.take(method, params);
          else if (method === 'log') faults.info({ record: params }, 'its process is being prepared');
        },
        accept: (stream: ByteStream) => proxy.accept(stream),
      },
    });
    current = run;
    try {
      const begin: Start = {
        manifest,
        directory: options.directory,
        granted: [...granted],
        database,
        locales: join(PROJECT, 'locales'),
        platform: options.platform,
        services: host?.services() ?? [],
      };
      // Told before the first line of the plugin runs: afterwards it could say of itself what it likes.
      const containment = zContainment.parse(
        await run.peer.ask('contain', null, { limitMs: limits.startMs }),
      );
      const loaded = zLoaded.parse(await run.peer.ask('start', begin, { limitMs: limits.startMs }));
      run.watch();
      return { run, loaded, containment };
    } catch (error) {
      run.kill('it could not be started');
      throw error;
    }
  }

  async function setUp(run: ChildRun) {
    try {
      return zRegistrations.parse(await run.peer.ask('setup', null, { limitMs: limits.setupMs }));
    } catch (error) {
      run.kill('it could not be set up');
      throw error;
    }
  }

  const { run: first, loaded, containment } = await start();
  const supervisor = createSupervisor({
    plugin: manifest.id,
    log,
    limits,
    containment,
    first,
    now: () => performance.now(),
    async start() {
      const { run } = await start();
      if (host !== undefined) host.registrations.apply(await setUp(run));
      return run;
    },
  });
  log.info({ child: first.pid, containment }, 'the plugin runs in a process of its own');
  const unused = setTimeout(() => void supervisor.stop(), UNUSED_MS);
  const ask: Parameters<typeof createRegistrations>[0]['ask'] = async (method, params, asked) =>
    (await supervisor.peer()).ask(method, params, asked);

  function connectHost(context: PluginContext) {
    const registrar = registrarOf(context);
    /** What an administrator has consented to with the plugins and services that this one asks for. */
    const services = () =>
      registrar
        .services()
        .filter(
          ({ name, plugin }) =>
            Object.hasOwn(manifest.requires ?? {}, plugin) || Object.hasOwn(manifest.needs ?? {}, name),
        )
        .map(({ name, version }) => ({ name, version }));
    const operations = createOperationRuns(context, live);
    const registrations = createRegistrations({ context, registrar, manifest, live, operations, ask });
    const answers = createHostAnswers({
      context,
      manifest,
      granted,
      live,
      operations,
      services,
      registrar,
      visitWrites: createVisitWrites({
        plugin: manifest.id,
        log,
        visits: () => context.visits,
        ...options.links,
      }),
      fetch: createOutgoingFetch({ plugin: manifest.id, granted, ...options.outgoing }),
      aggregated: () => tell('visits.aggregated', null),
      registrationsChanged(params) {
        try {
          registrations.apply(zRegistrations.parse(params));
        } catch (error) {
          faults.error({ error }, 'what the plugin registered later was refused');
        }
      },
    });
    const tell = (method: string, params: unknown) =>
      void supervisor.peer().then(
        (peer) => peer.tell(method, params),
        () => log.debug({ method }, 'the process of the plugin is away'),
      );
    context.onDispose(registrar.onSettings(() => tell('settings', null)));
    context.onDispose(registrar.onServices(() => tell('services', services())));
    // It was started before anybody could say what is offered.
    tell('services', services());
    /** Nobody waits for an answer to these: what is refused is told to the log. */
    const take = (method: string, params: unknown) => {
      try {
        answers.take(method, params);
      } catch (error) {
        faults.warn({ method, error }, 'a message of the plugin was refused');
      }
    };
    return { registrations, answers, take, services };
  }

  return {
    id: loaded.id,
    migrations: loaded.migrations.map(
      ({ number, name }): Migration => ({
        number,
        name,
        // It runs in the plugin's own transactions, so it cannot be part of the host's.
        isLarge: true,
        async up(context) {
          host ??= connectHost(context);
          await ask('migrate', { number });
        },
      }),
    ),
    async setup(context) {
      clearTimeout(unused);
      context.onDispose(() => supervisor.stop());
      host ??= connectHost(context);
      host.registrations.apply(zRegistrations.parse(await ask('setup', null, { limitMs: limits.setupMs })));
    },
    process: { facts: supervisor.facts, retry: supervisor.retry, onChange: supervisor.onChange },
    async dispose() {
      clearTimeout(unused);
      await supervisor.stop();
    },
  };
}
