import {
  type AuditEntry,
  type Disposer,
  isPerPlugin,
  type PluginContext,
  type RealtimeTopic,
  type Session,
} from '@waypost/sdk';
import type { ContextGround } from '../../plugin/context/ground.ts';
import type { Peer } from '../channel/peer.ts';
import { type Registrations, zAudited, zRestored } from '../protocol.ts';
import { added } from './added.ts';
import { createExtensionHandlers, type ExtensionHandlers } from './remote-extension.ts';
import { createRemoteOperations, type OperationHandlers } from './remote-operations.ts';
import { type Handles, nameRequest, requestHandle } from './request.ts';

type JobHandler = Parameters<PluginContext['jobs']['define']>[1];
type EventHandler = Parameters<PluginContext['events']['on']>[1];
type Methods = Record<string, (...given: unknown[]) => unknown>;

/** What the plugin registered and the host calls back. */
export interface Handlers extends ExtensionHandlers {
  jobs: Map<string, JobHandler>;
  operations: OperationHandlers;
  schedules: Set<Registrations['schedules'][number]>;
  events: Map<string, Set<{ handler: EventHandler }>>;
  topics: Map<string, RealtimeTopic>;
  watching: Map<string, Disposer>;
  services: Map<string, Methods>;
}

export function createHandlers(): Handlers {
  return {
    jobs: new Map(),
    operations: new Map(),
    schedules: new Set(),
    events: new Map(),
    topics: new Map(),
    watching: new Map(),
    services: new Map(),
    ...createExtensionHandlers(),
  };
}

export interface RemoteOptions {
  peer: Peer;
  handlers: Handlers;
  handles: Handles;
  /** Versions of the services that other plugins offer now, by name; kept up to date by the host. */
  offered: ReadonlyMap<string, string>;
  /** Lets the host take part in a transaction, by the name that the store has for it. */
  joined(session: Session): Promise<{ id: string; number: number }>;
  /** Called after each registration and its end. */
  changed(): void;
}

type RemoteParts = Pick<
  ContextGround,
  'jobs' | 'operations' | 'exchange' | 'restored' | 'passwords' | 'secrets' | 'unseal'
>;

/** Parts of the context that the host does; handlers stay here. */
export function createRemoteParts(options: RemoteOptions): RemoteParts {
  const { peer, handlers, handles, changed } = options;
  const operations = createRemoteOperations({ peer, handles, operations: handlers.operations, changed });
  return {
    jobs: () => remoteJobs(options),
    operations: () => operations,
    exchange: remoteExchange(options),
    async restored() {
      const found = zRestored.parse(await peer.ask('restored', null));
      return found === null ? null : { id: found.id, time: new Date(found.time) };
    },
    passwords: {
      async hash(password, request) {
        const handle = requestHandle(handles, request);
        return String(await peer.ask('passwords.hash', { password, handle }));
      },
      async verify(password, hash, request) {
        const handle = requestHandle(handles, request);
        return (await peer.ask('passwords.verify', { password, hash: hash ?? null, handle })) === true;
      },
    },
    secrets: {
      async seal(place, text) {
        return String(await peer.ask('secrets.seal', { place, text }));
      },
      async open(place, sealed) {
        const opened = await peer.ask('secrets.open', { place, sealed });
        return opened === null ? null : String(opened);
      },
    },
    async unseal(sealed, place) {
      return String(await peer.ask('unseal', { sealed, place }));
    },
  };
}

function remoteJobs({ peer, handlers, changed }: RemoteOptions): PluginContext['jobs'] {
  return {
    define: (name, handler) => added({ changed }, handlers.jobs, name, handler, 'job'),
    async every(interval, name, data = {}) {
      const schedule = { interval, name, data };
      handlers.schedules.add(schedule);
      changed();
      return () => {
        handlers.schedules.delete(schedule);
        changed();
      };
    },
    async now(name, data = {}) {
      await peer.ask('jobs.now', { name, data });
    },
  };
}

function remoteExchange(options: RemoteOptions): ContextGround['exchange'] {
  const { peer, handlers, handles, offered, changed, joined } = options;
  return {
    events: {
      on(name, handler) {
        const heard = { handler };
        const set = handlers.events.get(name) ?? new Set();
        handlers.events.set(name, set.add(heard));
        changed();
        return () => {
          set.delete(heard);
          if (set.size === 0 && handlers.events.get(name) === set) handlers.events.delete(name);
          changed();
        };
      },
      async emit(name, payload) {
        await peer.ask('events.emit', { name, payload });
      },
    },
    realtime: {
      topic: (name, topic) => added({ changed }, handlers.topics, name, topic, 'topic'),
      publish: (name, data, audience) => peer.tell('realtime.publish', { name, data, audience }),
    },
    async audit(entry: AuditEntry, session) {
      const { request, ...rest } = entry;
      const transaction = session === undefined ? undefined : await joined(session);
      await peer.ask('audit', { ...rest, handle: requestHandle(handles, request), transaction });
    },
    async audited(query) {
      return zAudited.parse(await peer.ask('audited', query));
    },
    provide: ({ name }, service) =>
      added({ changed }, handlers.services, name, methodsOf(name, service), 'service'),
    find(name, range) {
      const version = offered.get(name);
      return version !== undefined && Bun.semver.satisfies(version, range)
        ? remoteService(peer, handles, name)
        : undefined;
    },
  };
}

/** A service crosses by its methods, its own and those of its class: what goes in and comes out is JSON. */
function methodsOf(name: string, service: unknown): Methods {
  if (isPerPlugin(service))
    throw new TypeError(
      `service ${name}: one that asks who calls is offered in the server's own process only`,
    );
  if (typeof service !== 'object' || service === null)
    throw new TypeError(`service ${name}: expected an object with methods`);
  const methods: Methods = {};
  for (let one: object = service; one !== Object.prototype && one !== null; one = Object.getPrototypeOf(one))
    for (const key of Object.getOwnPropertyNames(one)) {
      const value: unknown = key === 'constructor' ? undefined : Reflect.get(service, key);
      if (typeof value === 'function') methods[key] ??= value.bind(service) as Methods[string];
    }
  return methods;
}

function remoteService(peer: Peer, handles: Handles, name: string): object {
  return new Proxy(
    {},
    {
      get: (_target, method) =>
        // A promise that resolves with it must not take it for one.
        typeof method !== 'string' || method === 'then'
          ? undefined
          : (...given: unknown[]) =>
              peer.ask('service', { name, method, given: given.map((one) => nameRequest(handles, one)) }),
    },
  );
}
