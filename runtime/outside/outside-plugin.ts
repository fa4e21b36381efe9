import { join } from 'node:path';
import type { Migration, PluginDefinition } from '@waypost/sdk';
import { processEnded } from '../plugin/activation/outside-errors.ts';
import type { ByteStream } from './channel/streams.ts';
import { type ChildRun, startChild } from './host/child-process.ts';
import { connectHost, type HostConnection, type HostSide } from './host/connect-host.ts';
import { DEFAULT_LIMITS } from './host/limits.ts';
import { createLiveRequests } from './host/live-requests.ts';
import { createLimitedLog } from './host/plugin-log.ts';
import { createSupervisor, type Supervisor } from './host/supervisor.ts';
import type { OutsideOptions } from './outside-options.ts';
import { type Containment, type Start, zContainment, zLoaded, zRegistrations } from './protocol.ts';
import { createRights } from './store-proxy/rights.ts';
import { createStoreProxy } from './store-proxy/store-proxy.ts';

const PROJECT = join(import.meta.dir, '../..');
/** A process whose plugin is never set up is ended, milliseconds. */
const UNUSED_MS = 60_000;

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
  let host: HostSide | undefined;
  let current: ChildRun | undefined;

  async function start(): Promise<{
    run: ChildRun;
    loaded: ReturnType<typeof zLoaded.parse>;
    containment: Containment;
  }> {
    const run = await startChild({
      project: PROJECT,
      release: options.directory,
      program: 'runtime/outside/child/main.ts',
      isContained: true,
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
      const begin = beginOf(options, host?.services() ?? []);
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
  const ask: HostConnection['ask'] = async (method, params, asked) =>
    (await supervisor.peer()).ask(method, params, asked);

  const connection = { ...options, live, faults, ask, peer: supervisor.peer };

  return {
    id: loaded.id,
    migrations: loaded.migrations.map(
      ({ number, name }): Migration => ({
        number,
        name,
        // It runs in the plugin's own transactions, so it cannot be part of the host's.
        isLarge: true,
        async up(context) {
          host ??= connectHost(context, connection);
          await ask('migrate', { number });
        },
      }),
    ),
    async setup(context) {
      clearTimeout(unused);
      context.onDispose(() => supervisor.stop());
      host ??= connectHost(context, connection);
      host.registrations.apply(zRegistrations.parse(await ask('setup', null, { limitMs: limits.setupMs })));
    },
    process: { facts: supervisor.facts, retry: supervisor.retry, onChange: supervisor.onChange },
    async dispose() {
      clearTimeout(unused);
      await supervisor.stop();
    },
  };
}

/** What the process is told of itself when it begins. */
function beginOf(options: OutsideOptions, services: Start['services']): Start {
  return {
    manifest: options.manifest,
    directory: options.directory,
    granted: [...options.granted],
    database: options.database,
    locales: join(PROJECT, 'locales'),
    platform: options.platform,
    services,
  };
}
