import {
  bodyLimitOf,
  type CallDefinition,
  collectionName,
  collectionPrefix,
  type ListQuery,
  type Manifest,
  type Resource,
} from '@waypost/contract';
import type {
  CollectionDeclaration,
  Disposer,
  PluginContext,
  RequestContext,
  ResourceBinding,
  SignedRequest,
} from '@waypost/sdk';
import type { Route } from '../../plugin/activation/route.ts';
import { routeKey } from '../../plugin/activation/route.ts';
import { listRows } from '../../plugin/resource/list.ts';
import type { MountedResource } from '../../plugin/resource/mounted-resource.ts';
import { resourceRoutes } from '../../plugin/resource/resource-routes.ts';
import { toWireRow } from '../../plugin/resource/row.ts';
import type { PluginModels, StoreAccess } from '../../storage/index.ts';
import type { CollectionRegistration, Registrations } from '../protocol.ts';
import type { Handlers } from './remote-sources.ts';

type RemoteParts = Pick<
  PluginContext,
  | 'log'
  | 'platform'
  | 'fetch'
  | 'jobs'
  | 'events'
  | 'realtime'
  | 'audit'
  | 'provide'
  | 'require'
  | 'passwords'
  | 'unseal'
  | 'visits'
  | 'identity'
  | 'plugins'
  | 'operations'
  | 'operationDesk'
  | 'hooks'
  | 'points'
  | 'visitRules'
  | 'settings'
> & { rowHooks: MountedResource['hooks'] };

export interface ChildContextOptions {
  manifest: Manifest;
  store: Pick<StoreAccess, 'transaction'>;
  models: PluginModels;
  remote: RemoteParts;
  handlers: Handlers;
  clock: PluginContext['clock'];
  random: PluginContext['random'];
  changed(): void;
}

/** What the plugin registered so far. */
export interface Registered {
  routes: Map<string, Route>;
  permissions: Set<string>;
  menus: Set<Registrations['menus'][number]>;
  collections: Map<string, CollectionRegistration>;
  disposers: Disposer[];
}

/**
 * The context that a plugin gets in a process of its own. Resources, calls and models work here, as they do in the
 * host's process; everything that others see goes to the host.
 */
export function createChildContext(options: ChildContextOptions): {
  context: PluginContext;
  registered: Registered;
} {
  const { manifest, models, remote, store, clock, changed } = options;
  const mounted = new Map<string, MountedResource>();
  const registered: Registered = {
    routes: new Map(),
    permissions: new Set(),
    menus: new Set(),
    collections: new Map(),
    disposers: [],
  };
  const { routes, permissions, menus, collections } = registered;
  const isOwn = (resource: Resource) =>
    resource.plugin === manifest.id && resource.collection.startsWith(collectionPrefix(manifest.id));

  const modelOf = (resource: Resource) => {
    if (!isOwn(resource)) return models.foreign(resource);
    collections.set(resource.collection, describeResource(resource));
    return models.resource(resource);
  };
  const mount = (resource: Resource, binding: ResourceBinding<Resource>): MountedResource => ({
    resource,
    binding,
    model: modelOf(resource) as unknown as MountedResource['model'],
    transaction: store.transaction,
    clock,
    hooks: remote.rowHooks,
    async audit({ before, after, ...change }) {
      try {
        await remote.audit({
          ...change,
          ...(before ? { before: toWireRow(resource, before) } : {}),
          ...(after ? { after: toWireRow(resource, after) } : {}),
        });
      } catch (error) {
        remote.log.error(
          { type: change.type, target: change.target, error },
          'a change is missing in the audit log',
        );
      }
    },
  });

  /** Counts, because several registrations may declare the same node. */
  const held = new Map<string, number>();
  const permission = (node: string): Disposer => {
    held.set(node, (held.get(node) ?? 0) + 1);
    permissions.add(node);
    return () => {
      const left = (held.get(node) ?? 1) - 1;
      held.set(node, left);
      if (left === 0) permissions.delete(node);
    };
  };
  const menu = (entry: Registrations['menus'][number]): Disposer => {
    menus.add(entry);
    return () => void menus.delete(entry);
  };
  const route = (one: Route): Disposer => {
    const key = routeKey(one);
    if (!manifest.areas.includes(one.area))
      throw new TypeError(`call ${key}: the area "${one.area}" is not in the manifest's areas`);
    if (routes.has(key)) throw new TypeError(`call ${key} is registered twice`);
    routes.set(key, one);
    return () => void routes.delete(key);
  };
  const together = (disposers: Disposer[]): Disposer => {
    changed();
    return () => {
      for (const dispose of disposers.splice(0).reverse()) void dispose();
      changed();
    };
  };

  const context: PluginContext = {
    log: remote.log,
    platform: remote.platform,
    fetch: remote.fetch,
    jobs: remote.jobs,
    events: remote.events,
    realtime: remote.realtime,
    audit: remote.audit,
    provide: remote.provide,
    require: remote.require,
    passwords: remote.passwords,
    unseal: remote.unseal,
    hooks: remote.hooks,
    points: remote.points,
    visitRules: remote.visitRules,
    settings: remote.settings,
    // Capabilities are looked at when they are used, so that a plugin learns of a missing one there.
    get visits() {
      return remote.visits;
    },
    get identity() {
      return remote.identity;
    },
    get plugins() {
      return remote.plugins;
    },
    get operations() {
      return remote.operations;
    },
    get operationDesk() {
      return remote.operationDesk;
    },
    id: manifest.id,
    version: manifest.version,
    clock,
    random: options.random,
    model: (resource) => modelOf(resource) as never,
    collection: <T>(declaration: CollectionDeclaration) => {
      const { name, indexes = [], onUninstall = 'drop' } = declaration;
      collections.set(collectionName(manifest.id, name), {
        kind: 'collection',
        name,
        onUninstall,
        indexes: indexes.map((index) => ({ ...index })),
      });
      return models.collection<T>(manifest.id, declaration);
    },
    transaction: store.transaction,

    resource(resource, binding) {
      if (!isOwn(resource))
        throw new TypeError(`resource ${resource.name}: a plugin mounts its own resources only`);
      const one = mount(resource, (binding ?? {}) as ResourceBinding<Resource>);
      mounted.set(resource.name, one);
      const disposers: Disposer[] = resourceRoutes(one).map(route);
      disposers.push(...resource.permissions.map(permission));
      if (resource.menu !== undefined) {
        const read = `${resource.name}:read`;
        const buttons = resource.permissions
          .filter((node) => node !== read)
          .map((node) => ({ permission: node, name: buttonName(resource, node) }));
        disposers.push(menu({ place: placeOf(resource.menu), permission: read, buttons }));
      }
      disposers.push(() => void mounted.delete(resource.name));
      return together(disposers);
    },
    list(resource, query: ListQuery, request: SignedRequest, listOptions) {
      const one = mounted.get(resource.name) ?? mount(resource, {});
      return listRows(one, query, request, listOptions) as never;
    },
    call(definition: CallDefinition, handler: (body: never, request: never) => unknown) {
      const { access, answers } = definition;
      if (answers === 'file')
        throw new TypeError(
          `call ${definition.area}/${definition.call}: a plugin in a process of its own answers no files`,
        );
      const disposers: Disposer[] = [
        route({
          plugin: manifest.id,
          area: definition.area,
          call: definition.call,
          access,
          body: definition.body,
          result: definition.result,
          isResultChecked: true,
          answers,
          ratePerMinute: definition.ratePerMinute,
          failureStatuses: definition.failureStatuses,
          bodyLimit: bodyLimitOf(definition),
          summary: definition.summary,
          message: 'server.done',
          run: async (body: unknown, request: RequestContext) => handler(body as never, request as never),
        }),
      ];
      if ('permission' in access) disposers.push(permission(access.permission));
      return together(disposers);
    },
    menu: (place, node) =>
      together([permission(node), menu({ place: placeOf(place), permission: node, buttons: [] })]),
    permission: (node) => together([permission(node)]),
    onDispose: (disposer) => void registered.disposers.push(disposer),
  };
  return { context, registered };
}

function placeOf(place: NonNullable<Resource['menu']>): Registrations['menus'][number]['place'] {
  const { roles, ...rest } = place;
  return { ...rest, ...(roles === undefined ? {} : { roles: [...roles] }) };
}

/** What the host has to know of a resource to make its collection and indexes. */
function describeResource(resource: Resource): CollectionRegistration {
  return {
    kind: 'resource',
    name: resource.name,
    area: resource.area,
    collection: resource.collection,
    access: resource.access,
    onUninstall: resource.onUninstall,
    indexes: resource.indexes.map((index) => ({ ...index })),
    fields: Object.fromEntries(
      Object.entries(resource.fields).map(([name, { hints }]) => [
        name,
        {
          unique: hints.unique === true,
          index: hints.index === true,
          stored: hints.stored !== false,
        },
      ]),
    ),
  };
}

/** Locale key of a button: the resource's own word for an action, a shared one for what every resource can do. */
function buttonName(resource: Resource, node: string): string {
  const verb = node.slice(resource.name.length + 1);
  return verb in resource.actions ? `${resource.name}.action.${verb}` : `permission.${verb}`;
}
