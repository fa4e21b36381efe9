import type { AuditEntry, Caller, PluginContext, SignedRequest, VisitScope } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** Whether the caller reaches the codes of every owner, and with a code its visits. */
export function seesEveryOwner(request: SignedRequest): boolean {
  return reachesEveryOwner(request.caller);
}

/** The same of somebody who makes no call. */
export function reachesEveryOwner({ isSuper, permissions }: Caller): boolean {
  return isSuper || permissions.has('qr.code:read_all');
}

/** The codes that a caller's calls reach: the own ones, or everyone's with `qr.code:read_all`. */
export function codeScope(request: SignedRequest): { owner?: string } {
  return seesEveryOwner(request) ? {} : { owner: request.caller.id };
}

/** Who changes codes: a caller, or long work that goes on for one. */
export interface CodeAuthor {
  /** Account id. */
  id: string;
  /** The codes that they reach. */
  scope: { owner?: string };
  /** What the log says of them. */
  by: Pick<AuditEntry, 'request' | 'actor'>;
}

export const authorOf = (request: SignedRequest): CodeAuthor => ({
  id: request.caller.id,
  scope: codeScope(request),
  by: { request },
});

/** Whose visits a call asks for: `own` only the caller's, `owner` one account's, which counts for those who see everyone's. */
export interface VisitWish {
  own?: boolean | undefined;
  owner?: string | undefined;
  link?: string | undefined;
}

/** The account whose visits a call answers; undefined: everyone's. */
export function visitOwner({ own, owner }: VisitWish, request: SignedRequest): string | undefined {
  return own || !seesEveryOwner(request) ? request.caller.id : owner;
}

/**
 * The visits that a call answers. Those of one code are the whole of it for whoever has it now: what came while it was
 * somebody else's went along with it.
 */
export async function visitScope(
  context: PluginContext,
  wish: VisitWish,
  request: SignedRequest,
): Promise<VisitScope> {
  return visitScopeNow(context, { owner: visitOwner(wish, request), link: wish.link });
}

/** The same for work that begins later than it was asked for: a code may have got another owner meanwhile. */
export async function visitScopeNow(
  context: PluginContext,
  { owner, link }: Pick<VisitScope, 'owner' | 'link'>,
): Promise<VisitScope> {
  if (link === undefined || owner === undefined) return { owner, link };
  const isTheirs = await context.model(codeResource).exists({ _id: link, owner });
  return isTheirs ? { link } : { owner, link };
}
