import {
  addRow,
  containsText,
  type PluginContext,
  requireRow,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { domainErrors } from '../domains/errors.ts';
import { inFamily } from '../domains/families.ts';
import { findDomain, type StoredDomain } from '../domains/stored.ts';
import { HELD_STATES, PLATFORM } from '../domains/values.ts';
import { countCodes } from '../moving/count-codes.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { spareResource } from '../screens/hold_domain/resource.ts';
import { blockedAmong } from './policy-blocks.ts';
import { MOST_SPARES } from './standings.ts';
import { heldDomains, isWorking, RESERVE_FAMILY, type StoredSpare, watchesOf } from './stored.ts';

/** Names looked through for such as could be kept, and those offered at once. */
const LOOKED_THROUGH = 500;
const MOST_OFFERED = 50;
/** Spares that one owner may keep of the own, and how many of all are left to the platform's. */
export const MOST_OWN_SPARES = 20;
const KEPT_FOR_PLATFORM = 200;

/** Names of the platform that could be kept in reserve: nobody has them, they are checked and work, and no code stands on them. */
export async function spareCandidates(
  context: PluginContext,
  search: string | undefined,
): Promise<StoredDomain[]> {
  const pattern = search?.trim() ? containsText(search.trim()) : undefined;
  const kept = await spareIds(context);
  const found = await context
    .model(domainResource)
    .find({
      is_platform: true,
      owner: PLATFORM,
      state: { $in: HELD_STATES },
      _id: { $nin: kept },
      ...(pattern === undefined ? {} : { $or: [{ name: pattern }, { shown: pattern }] }),
    })
    .sort({ name: 1 })
    .limit(LOOKED_THROUGH)
    .lean();
  return (await fitOnes(context, found)).slice(0, MOST_OFFERED);
}

/** Those of names that are checked and work, and that no code stands on or stands printed on but their owner's. */
async function fitOnes(context: PluginContext, domains: readonly StoredDomain[]): Promise<StoredDomain[]> {
  if (domains.length === 0) return [];
  const watches = await watchesOf(
    context,
    domains.map(({ _id }) => String(_id)),
  );
  const names = domains.map(({ name }) => name);
  const [counted, blocked] = await Promise.all([countCodes(context, names), blockedAmong(context, names)]);
  if (counted === undefined) throw domainErrors.codesAway.create();
  return domains.filter(({ _id, name, owner }) => {
    const there = counted.get(name);
    const printed = owner === PLATFORM ? (there?.printed ?? 0) : 0;
    return !blocked.has(name) && isWorking(watches.get(String(_id))) && (there?.codes ?? 0) + printed === 0;
  });
}

/**
 * Keeps a name in reserve: operators those of the platform, owners their own for their own.
 * Errors: `domain.spare_unfit` 409, `domain.spare_there` 409, `domain.spares_limit` 409, `domain.codes_away` 503
 */
export async function addSpare(
  context: PluginContext,
  row: StoredDomain,
  request: SignedRequest,
): Promise<{ id: string }> {
  const { shown: name } = row;
  const isHeld = (HELD_STATES as readonly string[]).includes(row.state);
  if (!isHeld || (await fitOnes(context, [row])).length === 0) throw domainErrors.spareUnfit.create({ name });
  const id = String(row._id);
  await inFamily(context, RESERVE_FAMILY, async (session) => {
    const model = context.model(spareResource);
    if ((await model.exists({ _id: id }).session(session)) !== null)
      throw domainErrors.spareThere.create({ name });
    await requireRoom(context, String(row.owner), session);
    const last = await model.findOne({}).sort({ position: 1 }).session(session).lean();
    const { type, wechat_status } = row;
    const position = (last?.position ?? 1) - 1;
    const fields = { shown: name, name: row.name, type, wechat_status, position };
    await addRow(context, spareResource, fields, { _id: id, session, audit: false });
    await context.audit(
      { type: 'domain.spare.add', target: id, after: { name: row.name }, request },
      session,
    );
  });
  return { id };
}

/** Nobody takes the room of the others: each owner has some, and the platform's own always have theirs. */
async function requireRoom(context: PluginContext, owner: string, session: Session): Promise<void> {
  const model = context.model(spareResource);
  const all = await model.countDocuments({}).session(session);
  if (owner === PLATFORM) {
    if (all >= MOST_SPARES) throw domainErrors.sparesLimit.create({ most: MOST_SPARES });
    return;
  }
  const theirs = await context
    .model(domainResource)
    .find({ owner, state: { $in: HELD_STATES } }, { _id: 1 })
    .session(session)
    .lean();
  const ids = theirs.map(({ _id }) => String(_id));
  const own = await model.countDocuments({ _id: { $in: ids } }).session(session);
  if (own >= MOST_OWN_SPARES || all >= MOST_SPARES - KEPT_FOR_PLATFORM)
    throw domainErrors.sparesLimit.create({ most: MOST_OWN_SPARES });
}

/** Keeps one of the platform's that nobody has. Errors as of `addSpare`, and `not_found` 404. */
export async function addPlatformSpare(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<{ id: string }> {
  const row = await findDomain(context, id, request);
  if (!row.is_platform || String(row.owner) !== PLATFORM)
    throw domainErrors.spareUnfit.create({ name: row.shown });
  return addSpare(context, row, request);
}

/** Takes a name out of the reserve. What it has taken over stays on it. Errors: `not_found` 404. */
export async function removeSpare(context: PluginContext, id: string, request: SignedRequest): Promise<null> {
  await inFamily(context, RESERVE_FAMILY, async (session) => {
    const spare = await findSpare(context, id, session);
    await context.model(spareResource).deleteOne({ _id: id }).session(session);
    await context.audit(
      { type: 'domain.spare.remove', target: id, before: { name: spare.name }, request },
      session,
    );
  });
  return null;
}

/** Puts a spare before the others. Errors: `not_found` 404. */
export async function putFirst(context: PluginContext, id: string, request: SignedRequest): Promise<null> {
  await inFamily(context, RESERVE_FAMILY, async (session) => {
    const spare = await findSpare(context, id, session);
    const model = context.model(spareResource);
    const first = await model.findOne({}).sort({ position: -1 }).session(session).lean();
    const position = (first?.position ?? 0) + 1;
    await model.updateOne({ _id: id }, { $set: { position }, $inc: { version: 1 } }, { session });
    await context.audit(
      { type: 'domain.spare.put_first', target: id, after: { name: spare.name }, request },
      session,
    );
  });
  return null;
}

/**
 * Forgets spares whose domain nobody holds any more; the others get the kind and the spelling that their domain has now.
 * @param hosts names of the domains that are looked at; all spares without it
 */
export async function settleSpares(context: PluginContext, hosts?: readonly string[]): Promise<void> {
  const model = context.model(spareResource);
  const among = hosts === undefined ? {} : { name: { $in: hosts } };
  const spares = await model.find(among).limit(MOST_SPARES).lean();
  const domains = await heldDomains(
    context,
    spares.map(({ _id }) => _id),
  );
  for (const { _id, type, shown } of spares) {
    const domain = domains.get(_id);
    if (domain === undefined) await model.deleteOne({ _id });
    else if (domain.type !== type || domain.shown !== shown)
      await model.updateOne(
        { _id },
        { $set: { type: domain.type, shown: domain.shown } },
        { timestamps: false },
      );
  }
}

/** Ids of all names that are kept in reserve. */
export async function spareIds(context: PluginContext): Promise<string[]> {
  const found = await context.model(spareResource).find({}, { _id: 1 }).limit(MOST_SPARES).lean();
  return found.map(({ _id }) => _id);
}

async function findSpare(context: PluginContext, id: string, session: Session): Promise<StoredSpare> {
  return requireRow(context.model(spareResource).findOne({ _id: id }).session(session).lean());
}
