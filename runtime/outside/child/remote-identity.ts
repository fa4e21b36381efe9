import type { Caller, Identity } from '@waypost/sdk';
import type { Peer } from '../channel/peer.ts';
import { REMOTE_IDENTITY } from '../remote-methods.ts';
import { type Handles, requestHandle } from './request.ts';

/** Identity through the host. A request or caller crosses as a number: who it is, the host knows by itself. */
export function createRemoteIdentity(peer: Peer, handles: Handles): Identity {
  return new Proxy({} as Identity, {
    get(_target, method) {
      if (typeof method !== 'string' || method === 'then') return undefined;
      const kinds = Object.hasOwn(REMOTE_IDENTITY, method) ? REMOTE_IDENTITY[method] : undefined;
      if (kinds === undefined)
        throw new TypeError(`identity.${method} is not there for a plugin in a process of its own`);
      return (...given: unknown[]) =>
        peer.ask('identity', {
          method,
          given: kinds.map((kind, at) =>
            kind === 'value'
              ? (given[at] ?? null)
              : (requestHandle(handles, given[at] as { caller?: Caller }) ?? null),
          ),
        });
    },
  });
}
