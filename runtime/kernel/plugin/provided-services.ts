import type { Disposer } from '@waypost/sdk';

/** Services that plugins offer each other, by name. */
export interface ProvidedServices {
  /** @throws TypeError when another plugin offers the name */
  provide(plugin: string, name: string, service: unknown): Disposer;
  find(name: string): unknown;
}

export function createProvidedServices(): ProvidedServices {
  const services = new Map<string, { plugin: string; service: unknown }>();
  return {
    provide(plugin, name, service) {
      const existing = services.get(name);
      if (existing !== undefined)
        throw new TypeError(`service ${name} is provided by ${existing.plugin} already`);
      const entry = { plugin, service };
      services.set(name, entry);
      return () => {
        if (services.get(name) === entry) services.delete(name);
      };
    },
    find: (name) => services.get(name)?.service,
  };
}
