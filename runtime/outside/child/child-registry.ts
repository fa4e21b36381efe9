import { collectionName, type Resource } from '@waypost/contract';
import type { Disposer } from '@waypost/sdk';
import { type Route, routeKey } from '../../plugin/activation/route.ts';
import { countedSet } from '../../plugin/context/counted-set.ts';
import type { ContextGround, GroundRegistry } from '../../plugin/context/ground.ts';
import type { PluginModels } from '../../storage/index.ts';
import type { CollectionRegistration, Registrations } from '../protocol.ts';

/** What the plugin registered so far and others see. */
export interface Registered {
  routes: Map<string, Route>;
  permissions: Set<string>;
  menus: Set<Registrations['menus'][number]>;
  collections: Map<string, CollectionRegistration>;
  disposers: Disposer[];
}

export function createRegistered(): Registered {
  return {
    routes: new Map(),
    permissions: new Set(),
    menus: new Set(),
    collections: new Map(),
    disposers: [],
  };
}

/** Calls, permissions and screens are kept here; the host is told of them by `changed`. */
export function childRegistry(registered: Registered, changed: () => void): GroundRegistry {
  const { routes, permissions, menus } = registered;
  return {
    route(route) {
      const key = routeKey(route);
      if (route.answers === 'file')
        throw new TypeError(`call ${key}: a plugin in a process of its own answers no files`);
      if (routes.has(key)) throw new TypeError(`call ${key} is registered twice`);
      routes.set(key, route);
      return () => void routes.delete(key);
    },
    permission: countedSet(permissions),
    menu({ place, permission, buttons }) {
      const entry = { place, permission, buttons: [...buttons] };
      menus.add(entry);
      return () => void menus.delete(entry);
    },
    together(disposers) {
      changed();
      return () => {
        for (const dispose of disposers.splice(0).reverse()) void dispose();
        changed();
      };
    },
  };
}

/** The models of this process; the host learns of the plugin's collections, because it makes their indexes. */
export function childModels(models: PluginModels, { collections }: Registered): ContextGround['models'] {
  return {
    foreign: models.foreign,
    resource(resource) {
      collections.set(resource.collection, describeResource(resource));
      return models.resource(resource);
    },
    collection(plugin, declaration) {
      const { name, indexes = [], onUninstall = 'drop' } = declaration;
      collections.set(collectionName(plugin, name), {
        kind: 'collection',
        name,
        onUninstall,
        indexes: indexes.map((index) => ({ ...index })),
      });
      return models.collection(plugin, declaration);
    },
  };
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
