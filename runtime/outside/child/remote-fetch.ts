import type { PluginContext } from '@waypost/sdk';
import { type Fetch, fetchThrough, internetThrough } from '../../outgoing/index.ts';
import { OutsideFault } from '../channel/failure.ts';
import type { Peer } from '../channel/peer.ts';

/**
 * `fetch` through the host, which knows what hosts were granted. The global one becomes the same, so that libraries
 * reach what was granted and are told clearly what was not.
 */
export function createRemoteFetch(peer: Peer): Fetch {
  const remote = fetchThrough((params, signal) => peer.ask('fetch', params, { signal }).catch(asFetchThrows));
  globalThis.fetch = Object.assign(remote, { preconnect: () => {} }) as typeof fetch;
  return remote;
}

/** `context.internet` through the host, which looks names up, checks addresses and connects. */
export const createRemoteInternet = (peer: Peer): PluginContext['internet'] =>
  internetThrough((method, params, signal) =>
    peer.ask(`internet.${method}`, params, { signal }).catch(asFetchThrows),
  );

const TYPE_ERROR = 'TypeError: ';

/** A refusal crosses as a fault with its name in the sentence; whoever calls `fetch` expects the error itself. */
function asFetchThrows(error: unknown): never {
  if (error instanceof OutsideFault && error.message.startsWith(TYPE_ERROR))
    throw new TypeError(error.message.slice(TYPE_ERROR.length), { cause: error });
  throw error;
}
