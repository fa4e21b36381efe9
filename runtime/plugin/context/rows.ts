import type { ListQuery, Resource } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, ResourceBinding, RowModel } from '@waypost/sdk';
import type { MenuEntry } from '../../services/catalogue.ts';
import { requireCapability } from '../activation/capability.ts';
import { purgeRow } from '../resource/bin.ts';
import { listRows } from '../resource/list.ts';
import type { MountedResource } from '../resource/mounted-resource.ts';
import { resourceRoutes } from '../resource/resource-routes.ts';
import { toWireRow } from '../resource/row.ts';
import type { ContextGround } from './ground.ts';
import type { OwnNames } from './own-names.ts';
import { together } from './together.ts';

type Rows = Pick<PluginContext, 'model' | 'collection' | 'transaction' | 'resource' | 'list' | 'purge'>;

/** Rows of the plugin and of others, and the resources that it mounts. */
export function rowsOf(ground: ContextGround, own: OwnNames, audit: PluginContext['audit']): Rows {
  const { manifest, granted, models, registry } = ground;
  const mounted = new Map<string, MountedResource>();

  const modelOf = (resource: Resource) => {
    if (own.isOwn(resource)) return models.resource(resource);
    requireCapability({ id: manifest.id, granted }, `collections:read:${resource.collection}`);
    return models.foreign(resource);
  };
  const mount = (resource: Resource, binding: ResourceBinding<Resource>): MountedResource => ({
    resource,
    binding,
    model: modelOf(resource) as unknown as MountedResource['model'],
    transaction: ground.transaction,
    clock: ground.clock,
    hooks: ground.rowHooks,
    audit: ({ before, after, ...change }, session) =>
      audit(
        {
          ...change,
          ...(before ? { before: toWireRow(resource, before) } : {}),
          ...(after ? { after: toWireRow(resource, after) } : {}),
        },
        session,
      ),
  });

  return {
    model: (resource) => modelOf(resource) as never,
    collection: <T>(declaration: CollectionDeclaration<T>) =>
      models.collection<T>(
        manifest.id,
        declaration as unknown as CollectionDeclaration,
      ) as unknown as RowModel<T>,
    transaction: ground.transaction,
    resource(resource, binding) {
      own.resource(resource);
      own.permissions(resource.permissions);
      const one = mount(resource, (binding ?? {}) as ResourceBinding<Resource>);
      const routes = resourceRoutes(one);
      for (const { area, call } of routes) own.area(area, call);
      return together(registry, [
        ...routes.map((route) => () => registry.route(route)),
        ...resource.permissions.map((node) => () => registry.permission(node)),
        ...menusOf(resource).map((entry) => () => registry.menu(entry)),
        () => {
          mounted.set(resource.name, one);
          return () => void mounted.delete(resource.name);
        },
      ]);
    },
    list(resource, query: ListQuery, request, options) {
      const one = mounted.get(resource.name) ?? mount(resource, {});
      return listRows(one, query, request, options) as never;
    },
    async purge(resource, id, request, first) {
      const one = mounted.get(resource.name);
      if (one === undefined) throw new TypeError(`${resource.name} is not mounted here`);
      await purgeRow(one, id, request, first as Parameters<typeof purgeRow>[3]);
    },
  };
}

/** The screen of a resource: who may read it sees it, and everything else that can be done is a button. */
function menusOf(resource: Resource): MenuEntry[] {
  if (resource.menu === undefined) return [];
  const permission = `${resource.name}:read`;
  const buttons = resource.permissions
    .filter((node) => node !== permission)
    .map((node) => ({ permission: node, name: buttonName(resource, node) }));
  return [{ plugin: resource.plugin, place: resource.menu, permission, buttons }];
}

/** Locale key of a button: the resource's own word for an action, a shared one for what every resource can do. */
function buttonName(resource: Resource, node: string): string {
  const verb = node.slice(resource.name.length + 1);
  return verb in resource.actions ? `${resource.name}.action.${verb}` : `permission.${verb}`;
}
