import { errors, forwardLoop, forwardPattern, VISIT_FORWARD_MAX_RULES } from '@waypost/contract';
import type { PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { meetFamily } from '../domains/families.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { holderOf } from '../domains/stored.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { forwardResource } from '../screens/forward/resource.ts';
import { rulesOf } from './publish-forwards.ts';

const READ_ALL = 'domain.forward:read_all';

type FaultyField = 'domain' | 'path' | 'target';

/** A refusal at the field that it is about. */
const faultAt = (path: FaultyField, message: string, params: Record<string, string | number> = {}) =>
  errors.invalidInput.create({}, { errors: [{ path, message, params }] });

/** The one spelling of a rule's path, so that `/a` and `/%61/` are one. */
export function pathKeyOf(path: string): string {
  const pattern = forwardPattern(path);
  return pattern === undefined ? '' : `/${pattern.segments.join('/')}${pattern.isPrefix ? '/*' : ''}`;
}

/**
 * A domain whose rules the caller may make: one that they have, or anybody's for those who see everybody's rules.
 * Errors: `invalid_input` 422 at `domain`
 */
export async function domainOfRules(
  context: PluginContext,
  id: string,
  { request: { caller }, session }: { request: SignedRequest; session: Session | null },
): Promise<StoredDomain & { owner: string }> {
  const found = await context.model(domainResource).findById(id).session(session).lean();
  const owner = found === null ? undefined : holderOf(found);
  const isReached = owner === caller.id || caller.isSuper || caller.permissions.has(READ_ALL);
  if (found === null || owner === undefined || !isReached)
    throw faultAt('domain', 'domain.forward.fault.domain');
  return { ...found, owner };
}

/** The place of a new rule of a domain. Errors: `invalid_input` 422 at `domain` where it is not the caller's, or has too many. */
export async function takeForwardPlace(
  context: PluginContext,
  id: string,
  step: { request: SignedRequest; session: Session },
): Promise<{ owner: string }> {
  const { owner, registrable } = await domainOfRules(context, id, step);
  await meetFamily(context, registrable, step.session);
  const count = await context
    .model(forwardResource)
    .countDocuments({ domain: id, owner })
    .session(step.session);
  if (count >= VISIT_FORWARD_MAX_RULES)
    throw faultAt('domain', 'domain.forward.fault.full', { most: VISIT_FORWARD_MAX_RULES });
  return { owner };
}

/** What stands against a rule beside the others of its domain. Errors: `invalid_input` 422 at `path` or `target`. */
export async function requireSoundRules(
  context: PluginContext,
  changed: { id: string; owner: string; path: string; path_key: string },
  { domain, session }: { domain: StoredDomain; session: Session },
): Promise<void> {
  const same = {
    domain: String(domain._id),
    owner: changed.owner,
    path_key: changed.path_key,
    _id: { $ne: changed.id },
  };
  if ((await context.model(forwardResource).exists(same).session(session)) !== null)
    throw faultAt('path', 'domain.forward.fault.twice', { path: changed.path });
  // Also of a domain that its owner has no more: where they have it again, the rules are published as they are.
  const rules = await rulesOf(context, { domain: same.domain, owner: changed.owner }, session);
  if (forwardLoop(domain.name, rules) !== undefined) throw faultAt('target', 'error.issue.forward_loop');
}
