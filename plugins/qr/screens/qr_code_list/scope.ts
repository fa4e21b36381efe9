import type { Filter, SignedRequest } from '@waypost/sdk';

/** Whether the caller may see rows of every owner. */
export function seesEveryOwner(request: SignedRequest, permission: string): boolean {
  return request.caller.isSuper || request.caller.permissions.has(permission);
}

/** The codes that a caller's calls reach: the own ones, or everyone's with `qr.code:read_all`. */
export function codeScope(request: SignedRequest): Filter {
  return seesEveryOwner(request, 'qr.code:read_all') ? {} : { owner: request.caller.id };
}
