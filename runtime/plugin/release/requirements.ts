import { RUNTIME_SERVICES } from '../exchange/provided-services.ts';
import type { InstalledPlugin } from './installed.ts';

/** Who offers a service: a plugin, the runtime (neither field), or nobody, with the reason. */
export interface Offer {
  by?: InstalledPlugin;
  problem?: string;
}

/** The first plugin of `among` that offers a version in the range to the plugin `forId`. */
export function findOffer(
  forId: string,
  name: string,
  range: string,
  among: readonly InstalledPlugin[],
): Offer {
  const runtimes = RUNTIME_SERVICES[name];
  if (runtimes !== undefined && Bun.semver.satisfies(runtimes, range)) return {};
  let nearest = runtimes === undefined ? 'which nobody offers' : `offered is ${runtimes} by the runtime`;
  for (const plugin of among) {
    const version = plugin.manifest?.services?.[name];
    if (version === undefined || plugin.id === forId) continue;
    if (Bun.semver.satisfies(version, range)) return { by: plugin };
    nearest = `offered is ${version} by ${plugin.id}`;
  }
  return { problem: `needs the service ${name} ${range}, ${nearest}` };
}

/** The plugins that have to be active before `plugin` is, with why. Services that nobody offers are left out. */
export function requiredPlugins(
  plugin: InstalledPlugin,
  among: readonly InstalledPlugin[],
): { id: string; what: string }[] {
  const { needs = {}, requires = {} } = plugin.manifest ?? {};
  return [
    ...Object.keys(requires).map((id) => ({ id, what: `requires ${id}` })),
    ...Object.entries(needs).flatMap(([name, range]) => {
      const id = findOffer(plugin.id, name, range, among).by?.id;
      return id === undefined ? [] : [{ id, what: `needs the service ${name} of ${id}` }];
    }),
  ];
}
