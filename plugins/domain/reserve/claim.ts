import { newVersion, type PluginContext, type Session, type SignedRequest } from '@waypost/sdk';
import { afterChange } from '../domains/changed.ts';
import { inFamily } from '../domains/families.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { PLATFORM } from '../domains/values.ts';
import { followHolder } from '../forwards/publish-forwards.ts';
import { countCodes } from '../moving/count-codes.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import type { ReadSettings } from '../settings.ts';
import {
  changeTakeOver,
  codesOf,
  heldDomains,
  isWorking,
  RESERVE_FAMILY,
  type StoredTakeOver,
  watchesOf,
} from './stored.ts';

/** States in which a spare can still be chosen. */
export const UNSERVED = ['offered', 'waiting'] as const;

interface Claim {
  takeOver: StoredTakeOver;
  spare: StoredDomain;
  /** Undefined: by itself. */
  request?: SignedRequest | undefined;
  readSettings: ReadSettings;
}

/**
 * Lets a spare serve a take-over, for nobody else from then on; one of the platform's is lent to whoever has the domain that
 * failed, so that everything that holds of a lent name holds of it. The codes move afterwards.
 * @returns false where somebody else has it meanwhile, or the take-over has gone on without it
 */
export async function claimSpare(
  context: PluginContext,
  { takeOver, spare, request, readSettings }: Claim,
): Promise<boolean> {
  const { _id, name, holder } = takeOver;
  const counted = await countCodes(context, [name], codesOf(takeOver));
  if (counted === undefined) return false;
  const id = String(spare._id);
  const watch = (await watchesOf(context, [takeOver.from_domain])).get(takeOver.from_domain);
  const taken = await inFamily(context, RESERVE_FAMILY, async (session) => {
    const serving = { to_domain: id, holds_spare: true };
    const model = context.model(takeOverResource);
    if ((await model.exists(serving).session(session)) !== null) return undefined;
    const domain = (await heldDomains(context, [id], session)).get(id);
    if (domain === undefined) return undefined;
    const isLent = String(domain.owner) !== holder;
    const lent = isLent ? await lend(context, domain, holder, session) : domain;
    if (lent === undefined) return undefined;
    const isBegun = await changeTakeOver(
      context,
      { _id, where: { state: { $in: UNSERVED } } },
      {
        session,
        set: {
          to_domain: id,
          to_name: domain.name,
          to_shown: domain.shown,
          holds_spare: true,
          state: 'moving',
          hint: '',
          begin_time: context.clock.date(),
          codes: 0,
          returned: 0,
          total: counted.get(name)?.codes ?? 0,
          begun_by: request?.caller.id ?? '',
          // A person may leave one that works: that it does is no news.
          works_time: isWorking(watch) ? context.clock.date() : null,
        },
      },
    );
    // Whatever was lent is taken back with the transaction.
    if (!isBegun) throw new Undone();
    const after = { from: name, to: domain.name, is_lent: isLent };
    await context.audit(
      { type: 'domain.take_over.begin', target: _id, after, ...(request === undefined ? {} : { request }) },
      session,
    );
    return { before: domain, after: lent };
  }).catch((error: unknown) => {
    if (error instanceof Undone) return undefined;
    throw error;
  });
  if (taken === undefined) return false;
  await afterChange(context, [taken], readSettings);
  return true;
}

/** Ends a transaction of which nothing is to stay. */
class Undone extends Error {}

/** Undefined where it is no name of the platform that nobody has, or its new holder claims it as one of the own. */
async function lend(
  context: PluginContext,
  { _id, name }: StoredDomain,
  owner: string,
  session: Session,
): Promise<StoredDomain | undefined> {
  const model = context.model(domainResource);
  const claimed = { owner, name, is_there: true, _id: { $ne: _id } };
  if ((await model.exists(claimed).session(session)) !== null) return undefined;
  const lent = await model
    .findOneAndUpdate(
      { _id, owner: PLATFORM, is_platform: true, state: 'proved' },
      newVersion(context, { owner }),
      { session, timestamps: false, returnDocument: 'after' },
    )
    .lean();
  if (lent === null) return undefined;
  await followHolder(context, { before: { ...lent, owner: PLATFORM }, after: lent }, session);
  return lent;
}
