import { type Disposer, ENTITLEMENTS, PUBLIC_PAGES, STORE_STATUS, STORED_FILES } from '@waypost/sdk';

/** What the runtime itself offers, with its version. */
export const RUNTIME_SERVICES: Readonly<Record<string, string>> = {
  [STORE_STATUS]: '1.0.0',
  [ENTITLEMENTS]: '1.0.0',
  [PUBLIC_PAGES]: '1.1.0',
  [STORED_FILES]: '1.0.0',
};

export interface OfferedService {
  name: string;
  version: string;
  /** `runtime` for what the runtime offers. */
  plugin: string;
}

/** Services that plugins offer each other, by name and version. */
export interface ProvidedServices {
  /** @throws TypeError when another plugin offers the name */
  provide(offer: OfferedService, service: unknown): Disposer;
  /** The service when it is offered in a version of the range. */
  find(name: string, range: string): unknown;
  /** All that are offered, with who offers them. */
  list(): OfferedService[];
  /** Calls `listener` after each change of `list`. */
  onChange(listener: () => void): Disposer;
}

/** Offers a service of the runtime itself. */
export function provideOfRuntime(provided: ProvidedServices, name: string, service: object): void {
  provided.provide({ name, version: RUNTIME_SERVICES[name] ?? '', plugin: 'runtime' }, service);
}

export function createProvidedServices(): ProvidedServices {
  const services = new Map<string, { offer: OfferedService; service: unknown }>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    provide(offer, service) {
      const { name } = offer;
      const existing = services.get(name);
      if (existing !== undefined)
        throw new TypeError(`service ${name} is provided by ${existing.offer.plugin} already`);
      const entry = { offer, service };
      services.set(name, entry);
      changed();
      return () => {
        if (services.get(name) !== entry) return;
        services.delete(name);
        changed();
      };
    },
    find(name, range) {
      const found = services.get(name);
      return found !== undefined && Bun.semver.satisfies(found.offer.version, range)
        ? found.service
        : undefined;
    },
    list: () => [...services.values()].map(({ offer }) => offer),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
