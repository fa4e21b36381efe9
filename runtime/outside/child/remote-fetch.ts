import { type Fetch, fetchThrough } from '../../outgoing/index.ts';
import type { Peer } from '../channel/peer.ts';

/**
 * `fetch` through the host, which knows what hosts were granted. The global one becomes the same, so that libraries
 * reach what was granted and are told clearly what was not.
 */
export function createRemoteFetch(peer: Peer): Fetch {
  const remote = fetchThrough((params, signal) => peer.ask('fetch', params, { signal }));
  globalThis.fetch = Object.assign(remote, { preconnect: () => {} }) as typeof fetch;
  return remote;
}
