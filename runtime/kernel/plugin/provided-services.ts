import type { Disposer } from '@waypost/sdk';

/** Services that plugins offer each other, by name. */
export interface ProvidedServices {
  /** @throws TypeError when another plugin offers the name */
  provide(plugin: string, name: string, service: unknown): Disposer;
  find(name: string): unknown;
  /** All that are offered, with who offers them. */
  list(): { name: string; plugin: string }[];
  /** Calls `listener` after each change of `list`. */
  onChange(listener: () => void): Disposer;
}

export function createProvidedServices(): ProvidedServices {
  const services = new Map<string, { plugin: string; service: unknown }>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    provide(plugin, name, service) {
      const existing = services.get(name);
      if (existing !== undefined)
        throw new TypeError(`service ${name} is provided by ${existing.plugin} already`);
      const entry = { plugin, service };
      services.set(name, entry);
      changed();
      return () => {
        if (services.get(name) !== entry) return;
        services.delete(name);
        changed();
      };
    },
    find: (name) => services.get(name)?.service,
    list: () => [...services].map(([name, { plugin }]) => ({ name, plugin })),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
