import type { RequestContext } from '@waypost/sdk';
import type { RequestFacts } from '../protocol.ts';

/**
 * The requests that the child works on now. It names them by number: who calls, from where, is the host's own knowledge,
 * so that a plugin cannot speak in the name of somebody who has not called it.
 */
export interface LiveRequests {
  open(request: RequestContext): { facts: RequestFacts; close(): void };
  find(handle: unknown): RequestContext | undefined;
}

export function createLiveRequests(): LiveRequests {
  const live = new Map<number, RequestContext>();
  let last = 0;
  return {
    open(request) {
      last += 1;
      const handle = last;
      live.set(handle, request);
      const { caller } = request;
      return {
        facts: {
          handle,
          ...(caller === undefined ? {} : { caller: { ...caller, permissions: [...caller.permissions] } }),
          locale: request.locale,
          address: request.address,
          userAgent: request.userAgent,
          requestId: request.requestId,
          ...(request.header === undefined ? {} : { header: request.header }),
        },
        close: () => void live.delete(handle),
      };
    },
    find: (handle) => (typeof handle === 'number' ? live.get(handle) : undefined),
  };
}
