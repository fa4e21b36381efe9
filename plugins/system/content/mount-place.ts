import type { MenuPlace } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';

const VERBS = ['create', 'update', 'delete'] as const;

/** Puts a screen of content into the menu of whoever runs the platform, with the rights on it and those of `more`. */
export function mountPlace(
  context: Pick<PluginContext, 'menu'>,
  place: Pick<MenuPlace, 'route' | 'sort' | 'icon'>,
  more: readonly string[] = [],
): void {
  const resource = `system.${place.route}`;
  context.menu({ ...place, parent: 'content', roles: ['administrator'] }, `${resource}:read`, [
    ...VERBS.map((verb) => `${resource}:${verb}`),
    ...more,
  ]);
}
