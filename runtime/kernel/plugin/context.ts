import type { CallDefinition, ListQuery, MenuPlace, Resource } from '@waypost/contract';
import type {
  AuditEntry,
  CollectionDeclaration,
  Disposer,
  PluginContext,
  RequestContext,
  ResourceBinding,
  SignedRequest,
  VisitAccess,
} from '@waypost/sdk';
import type { Realtime } from '../../services/realtime/index.ts';
import type { RuntimeServices } from '../../services/types.ts';
import type { StoreAccess } from '../../store/access/store-access.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { listRows } from '../resource/list.ts';
import type { MountedResource } from '../resource/mounted-resource.ts';
import { resourceRoutes } from '../resource/resource-routes.ts';
import { toWireRow } from '../resource/row.ts';
import { type Activation, addRoute } from './activation.ts';
import { requireCapability } from './capability.ts';
import type { EventBus } from './events.ts';
import type { ProvidedServices } from './provided-services.ts';

/** What the kernel has of everything that plugins share. */
export interface ContextSources {
  store: StoreAccess;
  services: Pick<RuntimeServices, 'identity' | 'unseal' | 'audit'>;
  visits: VisitAccess;
  events: EventBus;
  provided: ProvidedServices;
  jobs: JobQueue;
  realtime: Pick<Realtime, 'topic' | 'publish'>;
  platform: PluginContext['platform'];
  clock: PluginContext['clock'];
  random: PluginContext['random'];
  logFor(plugin: string): PluginContext['log'];
}

/** The context of one activation. Everything registered through it ends with the activation's scope. */
export function createPluginContext(activation: Activation, sources: ContextSources): PluginContext {
  const { manifest, scope } = activation;
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

  const mount = (resource: Resource, binding: ResourceBinding<Resource>): MountedResource => ({
    resource,
    binding,
    model: store.model(resource) as unknown as MountedResource['model'],
    transaction: store.transaction,
    clock: sources.clock,
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

  /** Parts of the activation itself, which nobody sees before it is visible as a whole. */
  const together = (disposers: Disposer[]): Disposer =>
    scope.hold(async () => {
      for (const dispose of disposers.reverse()) await dispose();
    });

  return {
    id: manifest.id,
    version: manifest.version,
    log,
    clock: sources.clock,
    random: sources.random,
    platform: sources.platform,

    model: (resource) => store.model(resource) as never,
    collection: <T>(declaration: CollectionDeclaration) => store.collection<T>(manifest.id, declaration),
    transaction: store.transaction,

    resource(resource, binding) {
      const one = mount(resource, (binding ?? {}) as ResourceBinding<Resource>);
      mounted.set(resource.name, one);
      const disposers: Disposer[] = resourceRoutes(one).map((route) =>
        addRoute(activation, { ...route, plugin: manifest.id }),
      );
      disposers.push(declare(activation.permissions, resource.permissions));
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
          ratePerMinute: definition.ratePerMinute,
          summary: definition.summary,
          message: 'server.done',
          run: async (body: unknown, request: RequestContext) => handler(body as never, request as never),
        }),
      ];
      if ('permission' in access) disposers.push(declare(activation.permissions, [access.permission]));
      return together(disposers);
    },

    menu(place: MenuPlace, permission) {
      return together([
        declare(activation.permissions, [permission]),
        declare(activation.menus, [{ plugin: manifest.id, place, permission, buttons: [] }]),
      ]);
    },
    permission: (node) => together([declare(activation.permissions, [node])]),

    get jobs() {
      requireCapability(manifest, 'jobs');
      return {
        define: (name: string, handler: Parameters<PluginContext['jobs']['define']>[1]) =>
          scope.add(() => jobs.define(`${manifest.id}.${name}`, handler)),
        every: async (interval: string, name: string, data: Record<string, unknown> = {}) =>
          scope.add(() => jobs.every(interval, `${manifest.id}.${name}`, data)),
        now: (name: string, data: Record<string, unknown> = {}) => jobs.now(`${manifest.id}.${name}`, data),
      };
    },
    events: {
      on: (name, handler) => scope.add(() => events.on(name, handler)),
      emit: (name, payload) => events.emit(name, payload),
    },
    realtime: {
      topic(name, topic) {
        const own = ownTopic(manifest.id, name);
        return scope.add(() => sources.realtime.topic(own, topic));
      },
      publish: (name, data, audience) =>
        sources.realtime.publish(ownTopic(manifest.id, name), data, audience),
    },
    audit: (entry) => sources.services.audit({ ...entry, plugin: manifest.id }),

    provide: (name, service) => scope.add(() => provided.provide(manifest.id, name, service)),
    require: <T>(name: string) => provided.find(name) as T | undefined,

    unseal: (sealed, place) => sources.services.unseal(sealed, place),
    get visits() {
      requireCapability(manifest, 'visits:read', 'visits:publish');
      return sources.visits;
    },
    get identity() {
      requireCapability(manifest, 'identity');
      return sources.services.identity;
    },
    onDispose: (disposer) => void scope.hold(disposer),
  };
}

/** @throws TypeError for a topic of somebody else */
function ownTopic(plugin: string, name: string): string {
  if (name.startsWith(`${plugin}.`)) return name;
  throw new TypeError(`topic ${name}: the topics of plugin ${plugin} begin with "${plugin}."`);
}

/** Locale key of a button: the resource's own word for an action, a shared one for what every resource can do. */
function buttonName(resource: Resource, node: string): string {
  const verb = node.slice(resource.name.length + 1);
  return verb in resource.actions ? `${resource.name}.action.${verb}` : `permission.${verb}`;
}
