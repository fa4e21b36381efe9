import type { Internet } from '@waypost/sdk';
import { requireCapability } from '../activation/capability.ts';

/** What each method needs. */
export const INTERNET_GRANTS = {
  fetch: 'internet:fetch',
  fetchEndpoint: 'internet:endpoints',
  resolve: 'internet:dns',
  resolvers: 'internet:dns',
  certificate: 'internet:tls',
} as const satisfies Record<keyof Internet, string>;

/**
 * The public internet, each method by what was granted.
 * @throws TypeError when none of it was
 */
export function guardedInternet(
  plugin: { id: string; granted: ReadonlySet<string> },
  internet: Internet,
): Internet {
  requireCapability(plugin, 'internet:fetch', 'internet:endpoints', 'internet:dns', 'internet:tls');
  return {
    async fetch(input, init) {
      requireCapability(plugin, INTERNET_GRANTS.fetch);
      return internet.fetch(input, init);
    },
    async fetchEndpoint(input, init) {
      requireCapability(plugin, INTERNET_GRANTS.fetchEndpoint);
      return internet.fetchEndpoint(input, init);
    },
    async resolve(name, type, options) {
      requireCapability(plugin, INTERNET_GRANTS.resolve);
      return internet.resolve(name, type, options);
    },
    async resolvers() {
      requireCapability(plugin, INTERNET_GRANTS.resolvers);
      return internet.resolvers();
    },
    async certificate(host, options) {
      requireCapability(plugin, INTERNET_GRANTS.certificate);
      return internet.certificate(host, options);
    },
  };
}
