import { type VisitForwards, visitForwards } from '@waypost/contract';
import type { PluginContext, Session, Stored } from '@waypost/sdk';
import { meetFamily } from '../domains/families.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { holderOf } from '../domains/stored.ts';
import { forwardResource } from '../screens/forward/resource.ts';

/** A rule as the store keeps it. */
export type StoredForward = Stored<typeof forwardResource>;

/** The rules of a domain that are on and its holder's, in the order in which they are asked; none of one that nobody has. */
export async function rulesInForce(
  context: PluginContext,
  domain: StoredDomain,
  session: Session | null,
): Promise<StoredForward[]> {
  const owner = holderOf(domain);
  if (owner === undefined) return [];
  return (await context
    .model(forwardResource)
    .find({ domain: String(domain._id), owner, state: 'on' } as never)
    .sort({ position: 1, _id: 1 })
    .session(session)
    .lean()) as unknown as StoredForward[];
}

/** The form of a domain's rules that visits go by. */
export function publishedForm(
  { id: plugin }: Pick<PluginContext, 'id'>,
  { _id, name, owner }: StoredDomain,
  rules: readonly StoredForward[],
): VisitForwards {
  return visitForwards.parse({
    ...{ id: String(_id), owner: String(owner), plugin, host: name },
    rules: rules.map(({ _id: rule, path, target, status, keep_path, keep_query }) => ({
      ...{ rule: String(rule), path, target, status, keep_path, keep_query },
    })),
  });
}

/**
 * Brings what visits go by in line with the rules of a domain's holder, in the transaction of whatever has changed: the rules of
 * one that nobody has are withdrawn. They stay with whoever made them, and hold again where the same person has the domain again.
 */
export async function publishForwards(
  context: PluginContext,
  domain: StoredDomain,
  session: Session,
): Promise<void> {
  await meetFamily(context, domain.registrable, session);
  const rules = await rulesInForce(context, domain, session);
  if (rules.length === 0) await context.visits.withdraw([String(domain._id)], session);
  else await context.visits.publishForwards([publishedForm(context, domain, rules)], session);
}

/** The same, where a change of a domain has given it to somebody else, or to nobody. */
export async function followHolder(
  context: PluginContext,
  { before, after }: { before: StoredDomain; after: StoredDomain },
  session: Session,
): Promise<void> {
  if (holderOf(before) !== holderOf(after)) await publishForwards(context, after, session);
}
