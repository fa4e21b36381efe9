import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@waypost/contract';
import type { PluginSurface } from '@waypost/sdk/platform';
import type { Activation } from './activation.ts';
import { routeKey } from './route.ts';

const LISTS = [
  'routes',
  'screens',
  'permissions',
  'jobs',
  'topics',
  'events',
  'services',
  'contributions',
] as const;

export const emptySurface = (): PluginSurface => ({
  routes: [],
  screens: [],
  menus: [],
  permissions: [],
  jobs: [],
  topics: [],
  events: [],
  services: [],
  contributions: [],
});

/** What an activation shows to others. */
export async function readSurface(activation: Activation): Promise<PluginSurface> {
  const { declared } = activation;
  const menus = [...activation.menus].map(({ place, permission }) => ({
    route: place.route,
    parent: place.parent ?? null,
    permission,
  }));
  const folders =
    activation.manifest.remote === undefined
      ? []
      : await readdir(join(activation.directory, 'screens')).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return [];
          throw error;
        });
  return {
    routes: [...activation.routes].map(routeKey).sort(),
    screens: [...new Set([...folders, ...(activation.manifest.public_screens ?? [])])].sort(),
    menus: menus.sort((a, b) => (a.route < b.route ? -1 : 1)),
    permissions: [...activation.permissions].sort(),
    jobs: [...declared.jobs].sort(),
    topics: [...declared.topics].sort(),
    events: [...declared.events].sort(),
    services: [...declared.services].map((name) => serviceText(activation.manifest, name)).sort(),
    contributions: [...activation.contributed]
      .map(({ kind, point, name }) => `${kind}:${point}:${name}`)
      .sort(),
  };
}

/** A service as previews name it, so that a new version of it is a change. */
export function serviceText({ services }: Pick<Manifest, 'services'>, name: string): string {
  return `${name} ${services?.[name] ?? ''}`.trimEnd();
}

/** What `to` has and `from` has not. */
export function surfaceDifference(to: PluginSurface, from: PluginSurface): PluginSurface {
  const known = new Set(from.menus.map(({ route }) => route));
  return {
    ...(Object.fromEntries(
      LISTS.map((list) => [list, to[list].filter((name) => !from[list].includes(name))]),
    ) as Pick<PluginSurface, (typeof LISTS)[number]>),
    menus: to.menus.filter(({ route }) => !known.has(route)),
  };
}
