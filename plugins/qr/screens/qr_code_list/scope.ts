import type { Filter, SignedRequest } from '@waypost/sdk';

/** Whether the caller reaches the codes of every owner, and with a code its visits. */
export function seesEveryOwner(request: SignedRequest): boolean {
  return request.caller.isSuper || request.caller.permissions.has('qr.code:read_all');
}

/** The codes that a caller's calls reach: the own ones, or everyone's with `qr.code:read_all`. */
export function codeScope(request: SignedRequest): Filter {
  return seesEveryOwner(request) ? {} : { owner: request.caller.id };
}
