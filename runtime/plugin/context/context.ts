import {
  bodyLimitOf,
  type CallDefinition,
  collectionPrefix,
  type ListQuery,
  type MenuPlace,
  type Resource,
} from '@waypost/contract';
import type {
  AuditEntry,
  CollectionDeclaration,
  Disposer,
  PluginAdministration,
  PluginContext,
  RequestContext,
  ResourceBinding,
  SignedRequest,
  VisitAccess,
} from '@waypost/sdk';
import { createOutgoingFetch, fetchThrough } from '../../outgoing/index.ts';
import { JOB_LIMIT_MS, type JobQueue } from '../../services/jobs/job-queue.ts';
import type { OperationService } from '../../services/operations/index.ts';
import type { Realtime } from '../../services/realtime/index.ts';
import type { RuntimeServices } from '../../services/types.ts';
import type { StoreAccess } from '../../storage/store-access.ts';
import { type Activation, addRoute } from '../activation/activation.ts';
import { isOwnFault } from '../activation/breakers.ts';
import { requireCapability } from '../activation/capability.ts';
import { HOOK_LIMIT_MS, within } from '../activation/time-limit.ts';
import type { EventBus } from '../exchange/events.ts';
import type { ProvidedServices } from '../exchange/provided-services.ts';
import { offeredVersion, wantedRange } from '../exchange/service-versions.ts';
import { declareSettings, type ExtensionSources, extensionContext } from '../extension/extension-context.ts';
import { listRows } from '../resource/list.ts';
import type { MountedResource } from '../resource/mounted-resource.ts';
import { resourceRoutes } from '../resource/resource-routes.ts';
import { toWireRow } from '../resource/row.ts';
import { setRegistrar } from './registrar.ts';

/** What the kernel has of everything that plugins share. */
export interface ContextSources {
  store: StoreAccess;
  services: Pick<RuntimeServices, 'identity' | 'passwordsOf' | 'unseal' | 'audit'>;
  visits: VisitAccess;
  events: EventBus;
  extensions: ExtensionSources;
  provided: ProvidedServices;
  jobs: JobQueue;
  realtime: Pick<Realtime, 'topic' | 'publish'>;
  operations: OperationService;
  platform: PluginContext['platform'];
  administration(): PluginAdministration;
  clock: PluginContext['clock'];
  random: PluginContext['random'];
  logFor(plugin: string): PluginContext['log'];
}

/** The context of one activation. Everything registered through it ends with the activation's scope. */
export function createPluginContext(activation: Activation, sources: ContextSources): PluginContext {
  const { manifest, scope, models, breakers, declared } = activation;
  const { store, events, provided, jobs } = sources;
  const mounted = new Map<string, MountedResource>();

  const log = sources.logFor(manifest.id);
  const recordChange = async (entry: AuditEntry): Promise<void> => {
    try {
      await sources.services.audit({ ...entry, plugin: manifest.id });
    } catch (error) {
      log.error({ type: entry.type, target: entry.target, error }, 'a change is missing in the audit log');
    }
  };

  const modelOf = (resource: Resource) => {
    if (isOwn(manifest.id, resource)) return models.resource(resource);
    requireCapability(activation, `collections:read:${resource.collection}`);
    return models.foreign(resource);
  };
  /** A resource that the plugin serves under its own names. */
  const own = (resource: Resource): Resource => {
    if (isOwn(manifest.id, resource)) return resource;
    throw new TypeError(`resource ${resource.name}: a plugin mounts its own resources only`);
  };

  const mount = (resource: Resource, binding: ResourceBinding<Resource>): MountedResource => ({
    resource,
    binding,
    model: modelOf(resource) as unknown as MountedResource['model'],
    transaction: store.transaction,
    clock: sources.clock,
    hooks: sources.extensions.hooks,
    audit: ({ before, after, ...change }) =>
      recordChange({
        ...change,
        ...(before ? { before: toWireRow(resource, before) } : {}),
        ...(after ? { after: toWireRow(resource, after) } : {}),
      }),
  });

  const declare = <T>(set: Set<T>, entries: readonly T[]): Disposer => {
    for (const entry of entries) set.add(entry);
    return () => {
      for (const entry of entries) set.delete(entry);
    };
  };

  const permissions = (nodes: readonly string[]): Disposer => {
    for (const node of nodes)
      if (!node.startsWith(`${manifest.id}.`))
        throw new TypeError(
          `permission ${node}: the nodes of plugin ${manifest.id} begin with "${manifest.id}."`,
        );
    return declare(activation.permissions, nodes);
  };

  /** Parts of the activation itself, which nobody sees before it is visible as a whole. */
  const together = (disposers: Disposer[]): Disposer =>
    scope.hold(async () => {
      for (const dispose of disposers.reverse()) await dispose();
    });

  const runJob = (
    name: string,
    handler: (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>,
    data: Record<string, unknown>,
    signal: AbortSignal,
  ) => {
    const limit = new AbortController();
    return breakers.run(
      `job:${name}`,
      () =>
        within(JOB_LIMIT_MS, `job ${name}`, handler(data, AbortSignal.any([signal, limit.signal])), () =>
          limit.abort(),
        ),
      // Ended by the switch, not by itself.
      (error) => !signal.aborted && isOwnFault(error),
    );
  };
  const runHook = async (
    name: string,
    handler: (payload: unknown) => Promise<void> | void,
    payload: unknown,
  ) =>
    breakers.run(`hook:${name}`, () =>
      within(HOOK_LIMIT_MS, `the handler of ${name}`, Promise.resolve(handler(payload))),
    );

  const context: PluginContext = {
    id: manifest.id,
    version: manifest.version,
    log,
    clock: sources.clock,
    random: sources.random,
    platform: sources.platform,

    model: (resource) => modelOf(resource) as never,
    collection: <T>(declaration: CollectionDeclaration) => models.collection<T>(manifest.id, declaration),
    transaction: store.transaction,

    resource(resource, binding) {
      const one = mount(own(resource), (binding ?? {}) as ResourceBinding<Resource>);
      mounted.set(resource.name, one);
      const disposers: Disposer[] = resourceRoutes(one).map((route) =>
        addRoute(activation, { ...route, plugin: manifest.id }),
      );
      disposers.push(permissions(resource.permissions));
      if (resource.menu !== undefined) {
        const permission = `${resource.name}:read`;
        const buttons = resource.permissions
          .filter((node) => node !== permission)
          .map((node) => ({ permission: node, name: buttonName(resource, node) }));
        disposers.push(
          declare(activation.menus, [{ plugin: manifest.id, place: resource.menu, permission, buttons }]),
        );
      }
      disposers.push(() => void mounted.delete(resource.name));
      return together(disposers);
    },

    list(resource, query: ListQuery, request: SignedRequest, options) {
      const one = mounted.get(resource.name) ?? mount(resource, {});
      return listRows(one, query, request, options) as never;
    },

    call(definition: CallDefinition, handler: (body: never, request: never) => unknown) {
      const { access } = definition;
      const disposers: Disposer[] = [
        addRoute(activation, {
          plugin: manifest.id,
          area: definition.area,
          call: definition.call,
          access,
          body: definition.body,
          result: definition.result,
          isResultChecked: true,
          answers: definition.answers,
          ratePerMinute: definition.ratePerMinute,
          failureStatuses: definition.failureStatuses,
          bodyLimit: bodyLimitOf(definition),
          summary: definition.summary,
          message: 'server.done',
          run: async (body: unknown, request: RequestContext) => handler(body as never, request as never),
        }),
      ];
      if ('permission' in access) disposers.push(permissions([access.permission]));
      return together(disposers);
    },

    menu(place: MenuPlace, permission, nodes = []) {
      const buttons = nodes.map((node) => ({
        permission: node,
        name: `permission.${node.split(':').at(-1)}`,
      }));
      return together([
        permissions([permission, ...nodes]),
        declare(activation.menus, [{ plugin: manifest.id, place, permission, buttons }]),
      ]);
    },
    permission: (node) => together([permissions([node])]),

    get jobs() {
      requireCapability(activation, 'jobs');
      return {
        define: (name: string, handler: Parameters<PluginContext['jobs']['define']>[1]) => {
          declared.jobs.add(name);
          return scope.add(() =>
            jobs.define(`${manifest.id}.${name}`, (data, signal) => runJob(name, handler, data, signal)),
          );
        },
        every: async (interval: string, name: string, data: Record<string, unknown> = {}) => {
          requireCapability(activation, `schedule:${name}`);
          return scope.add(() => jobs.every(interval, `${manifest.id}.${name}`, data));
        },
        now: (name: string, data: Record<string, unknown> = {}) => jobs.now(`${manifest.id}.${name}`, data),
      };
    },
    operations: {
      define: (kind, definition) => {
        declared.jobs.add(kind);
        return scope.add(() => sources.operations.define(`${manifest.id}.${kind}`, definition));
      },
      start: (kind, work, request) => sources.operations.start(`${manifest.id}.${kind}`, work, request),
    },
    get operationDesk() {
      requireCapability(activation, 'platform');
      return sources.operations;
    },
    events: {
      on(name, handler) {
        declared.events.add(name);
        return scope.add(() => events.on(name, (payload) => runHook(name, handler, payload)));
      },
      emit: (name, payload) => events.emit(name, payload),
    },
    realtime: {
      topic(name, topic) {
        const own = ownTopic(activation, name);
        declared.topics.add(own);
        return scope.add(() => sources.realtime.topic(own, topic));
      },
      publish: (name, data, audience) => sources.realtime.publish(ownTopic(activation, name), data, audience),
    },
    audit: (entry) => sources.services.audit({ ...entry, plugin: manifest.id }),

    provide(name, service) {
      const offer = { name, version: offeredVersion(manifest, name), plugin: manifest.id };
      declared.services.add(name);
      return scope.add(() => provided.provide(offer, service));
    },
    require: <T>(name: string, range?: string) =>
      provided.find(name, wantedRange(manifest, name, range)) as T | undefined,

    ...extensionContext(activation, sources.extensions),

    fetch: fetchThrough(createOutgoingFetch({ plugin: manifest.id, granted: activation.granted })),
    passwords: sources.services.passwordsOf(manifest.id),
    unseal: (sealed, place) => sources.services.unseal(sealed, place),
    get visits() {
      requireCapability(activation, 'visits:read', 'visits:publish');
      return sources.visits;
    },
    get identity() {
      requireCapability(activation, 'identity');
      return sources.services.identity;
    },
    get plugins() {
      requireCapability(activation, 'platform');
      return sources.administration();
    },
    onDispose: (disposer) => void scope.hold(disposer),
  };
  setRegistrar(context, {
    route: (route) => together([addRoute(activation, { ...route, plugin: manifest.id })]),
    menu: (entry) =>
      together([
        permissions([entry.permission, ...entry.buttons.map((button) => button.permission)]),
        declare(activation.menus, [{ ...entry, plugin: manifest.id }]),
      ]),
    services: provided.list,
    onServices: provided.onChange,
    settings: (form) => declareSettings(activation, sources.extensions, form),
    readSettings: () => sources.extensions.settings.read(manifest.id),
    onSettings: (listener) => scope.add(() => sources.extensions.settings.onChange(manifest.id, listener)),
    hooks: sources.extensions.hooks,
  });
  return context;
}

/** @throws TypeError for a topic of somebody else, and for one that nobody granted */
function ownTopic(activation: Activation, name: string): string {
  const prefix = `${activation.id}.`;
  if (!name.startsWith(prefix))
    throw new TypeError(`topic ${name}: the topics of plugin ${activation.id} begin with "${prefix}"`);
  requireCapability(activation, `realtime:${name.slice(prefix.length)}`);
  return name;
}

/** A resource whose rows are the plugin's: by its name, and by its collection, which it may have chosen itself. */
function isOwn(plugin: string, resource: Resource): boolean {
  return resource.plugin === plugin && resource.collection.startsWith(collectionPrefix(plugin));
}

/** Locale key of a button: the resource's own word for an action, a shared one for what every resource can do. */
function buttonName(resource: Resource, node: string): string {
  const verb = node.slice(resource.name.length + 1);
  return verb in resource.actions ? `${resource.name}.action.${verb}` : `permission.${verb}`;
}
