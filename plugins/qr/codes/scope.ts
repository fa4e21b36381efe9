import type { Caller, Filter, SignedRequest } from '@waypost/sdk';

/** Whether the caller reaches the codes of every owner, and with a code its visits. */
export function seesEveryOwner(request: SignedRequest): boolean {
  return reachesEveryOwner(request.caller);
}

/** The same of somebody who makes no call. */
export function reachesEveryOwner({ isSuper, permissions }: Caller): boolean {
  return isSuper || permissions.has('qr.code:read_all');
}

/** The codes that a caller's calls reach: the own ones, or everyone's with `qr.code:read_all`. */
export function codeScope(request: SignedRequest): Filter {
  return seesEveryOwner(request) ? {} : { owner: request.caller.id };
}
