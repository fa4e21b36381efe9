const OF = Symbol.for('waypost.service-per-plugin');

/** A service that is another object for each plugin that asks for it. */
export interface ServicePerPlugin<T extends object> {
  [OF](plugin: string): T;
}

/**
 * For `context.provide`, where what a plugin may do depends on which one it is: the runtime says who asks, wherever that
 * plugin runs, and nobody can ask in another's name. Plugins of the server's own process only.
 * @example context.provide('mail.out', perPlugin((plugin) => ({ send: (text: string) => sendAs(plugin, text) })));
 */
export function perPlugin<T extends object>(of: (plugin: string) => T): ServicePerPlugin<T> {
  return { [OF]: of };
}

/** What a plugin gets of a service that it asks for. */
export function serviceFor(service: unknown, plugin: string): unknown {
  return isPerPlugin(service) ? service[OF](plugin) : service;
}

/** Whether a service was made by `perPlugin`. */
export function isPerPlugin(service: unknown): service is ServicePerPlugin<object> {
  return typeof service === 'object' && service !== null && OF in service;
}
