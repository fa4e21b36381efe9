import { type VisitForwards, visitForwards } from '@waypost/contract';
import { type PluginContext, type Session, type Stored, turnedPositions } from '@waypost/sdk';
import { meetFamily } from '../domains/families.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { holderOf } from '../domains/stored.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { forwardResource } from '../screens/forward/resource.ts';
import { areForwardsPaused } from './paused-forwards.ts';

/** A rule as the store keeps it. */
export type StoredForward = Stored<typeof forwardResource>;

/**
 * The rules of a domain that are on and its holder's, in the order in which they are asked; none of one that nobody has, and
 * none while those of its holder are paused.
 */
export async function rulesInForce(
  context: PluginContext,
  domain: StoredDomain,
  session: Session | null,
): Promise<StoredForward[]> {
  const owner = holderOf(domain);
  if (owner === undefined || (await areForwardsPaused(context, owner, session))) return [];
  return rulesOf(context, { domain: String(domain._id), owner }, session);
}

/** The rules that somebody has made for a domain and that are on, whether or not they have it now. */
export async function rulesOf(
  context: PluginContext,
  of: { domain: string; owner: string },
  session: Session | null,
): Promise<StoredForward[]> {
  return await context
    .model(forwardResource)
    .find({ ...of, state: 'on' })
    .sort({ position: -1, _id: -1 })
    .session(session)
    .lean();
}

/** The form of a domain's rules that visits go by. */
export function publishedForm(
  { id: plugin }: Pick<PluginContext, 'id'>,
  { _id, name, owner }: StoredDomain,
  rules: readonly StoredForward[],
): VisitForwards {
  return visitForwards.parse({
    id: String(_id),
    owner: String(owner),
    plugin,
    host: name,
    rules: rules.map(({ _id: rule, path, target, status, keep_path, keep_query }) => ({
      rule: String(rule),
      path,
      target,
      status,
      keep_path,
      keep_query,
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

/**
 * Publishes the rules of each domain of an account anew, also of one without rules: whoever makes its first one at this moment
 * meets this transaction, and begins anew with what holds now.
 */
export async function publishOf(context: PluginContext, owner: string): Promise<void> {
  const model = context.model(domainResource);
  const domains = await model.find({ owner }, { _id: 1 }).lean();
  for (const { _id } of domains)
    await context.transaction(async (session) => {
      const domain = await model.findById(_id).session(session).lean();
      if (domain !== null) await publishForwards(context, domain, session);
    });
}

/** Publishes the rules of a domain anew where a change has given it to somebody else, or to nobody. */
export async function followHolder(
  context: PluginContext,
  { before, after }: { before: StoredDomain; after: StoredDomain },
  session: Session,
): Promise<void> {
  const holder = holderOf(after);
  if (holderOf(before) === holder) return;
  if (holder !== undefined) await takeAlong(context, { domain: after, owner: holder }, session);
  await publishForwards(context, after, session);
}

/**
 * A name that was given up and added again is another domain: the rules that its holder had made for it come along, those of the
 * last time where there are several. Their hits are counted anew.
 */
async function takeAlong(
  context: PluginContext,
  { domain, owner }: { domain: StoredDomain; owner: string },
  session: Session,
): Promise<void> {
  const id = String(domain._id);
  const forwards = context.model(forwardResource);
  // What is there already was made for this very one.
  if ((await forwards.exists({ domain: id, owner }).session(session)) !== null) return;
  const earlier = await context
    .model(domainResource)
    .find({ name: domain.name, _id: { $ne: id } }, { _id: 1 })
    .sort({ create_time: -1, _id: -1 })
    .session(session)
    .lean();
  for (const { _id } of earlier) {
    const { matchedCount } = await forwards.updateMany(
      { domain: String(_id), owner },
      { $set: { domain: id } },
      { session, timestamps: false },
    );
    if (matchedCount > 0) return;
  }
}

/** Turns positions round of rules whose smallest was asked first. They are asked in the same order, so that nothing is published anew. */
export async function turnForwards(context: PluginContext): Promise<void> {
  const forwards = context.model(forwardResource);
  const all = await forwards.find({}).sort({ position: 1, _id: 1 }).lean();
  for (const rules of Map.groupBy(all, ({ domain, owner }) => `${domain} ${owner}`).values())
    for (const { _id, position } of turnedPositions(rules))
      await forwards.updateOne({ _id }, { $set: { position } }, { timestamps: false });
}
