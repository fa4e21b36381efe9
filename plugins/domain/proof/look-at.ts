import { type PluginContext, requireRow, type Session } from '@waypost/sdk';
import { afterChange } from '../domains/changed.ts';
import { inFamily, isTaken } from '../domains/families.ts';
import type { DomainChange, StoredDomain } from '../domains/stored.ts';
import { HELD_STATES } from '../domains/values.ts';
import { followHolder } from '../forwards/publish-forwards.ts';
import { rememberFormer } from '../moving/release-codes.ts';
import { areRelated } from '../names/read-name.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { askProof, type ProofLook } from './ask-proof.ts';
import { askReach, type ReachLook } from './ask-reach.ts';
import { nextState } from './next-state.ts';
import { aliasMayBeOthers, recordsOf } from './records.ts';

/** The platform's names are looked at as often as proved ones. */
const PLATFORM_EVERY_MS = 24 * 3_600_000;

interface Look {
  /** Undefined of a name of the platform, which needs no proof. */
  proof: ProofLook | undefined;
  reach: ReachLook;
  isAsked: boolean;
}

/**
 * Looks at a name now, and settles what follows from it.
 * @param options.isAsked the owner has asked for it, and needs no message of what they see
 */
export async function lookAt(
  context: PluginContext,
  row: StoredDomain,
  options: { readSettings: ReadSettings; isAsked?: boolean },
): Promise<StoredDomain> {
  const [proof, reach] = await Promise.all([
    row.is_platform ? undefined : lookForProof(context, row),
    askReach(context, row.name),
  ]);
  return settleLook(context, row, { proof, reach, isAsked: options.isAsked === true }, options.readSettings);
}

async function lookForProof(context: PluginContext, row: StoredDomain): Promise<ProofLook> {
  const mayBeOthers = (await aliasMayBeOthers(context, [row]))(row);
  return askProof(context, recordsOf(context, row, mayBeOthers));
}

async function settleLook(
  context: PluginContext,
  { _id, registrable }: StoredDomain,
  look: Look,
  readSettings: ReadSettings,
): Promise<StoredDomain> {
  const settings = await readSettings();
  const model = context.model(domainResource);
  const changes = await inFamily(context, registrable, async (session) => {
    const before = await model.findById(_id).session(session).lean();
    if (before === null) return [];
    if (!before.is_there) return [{ before, after: before }];
    const change = await changeOf(context, { before, look, settings }, session);
    const after = { ...before, ...change };
    await write(context, String(_id), change, session);
    await followHolder(context, { before, after }, session);
    if (before.state === after.state) return [{ before, after }];
    await rememberFormer(context, { before, after }, session);
    await context.audit(
      {
        type: `domain.domain.${after.state}`,
        target: String(_id),
        before: { name: before.name, state: before.state },
        after: { name: after.name, state: after.state, method: after.method },
      },
      session,
    );
    const beaten =
      before.state === 'waiting' && after.state === 'proved' ? await beat(context, after, session) : [];
    return [{ before, after }, ...beaten];
  });
  await afterChange(context, changes, readSettings);
  return changes[0]?.after ?? requireRow(model.findById(_id).lean());
}

async function changeOf(
  context: PluginContext,
  input: { before: StoredDomain; look: Look; settings: Awaited<ReturnType<ReadSettings>> },
  session: Session,
): Promise<DomainChange> {
  const { before, look, settings } = input;
  const now = context.clock.date();
  const reached: DomainChange = {
    reach: look.reach.reach,
    reach_fault: look.reach.fault,
    checked_time: now,
    // Of a name that is held the watching says, which takes more than one look.
    ...(before.state === 'waiting' ? { is_working: look.reach.reach !== 'elsewhere' } : {}),
  };
  if (look.proof === undefined)
    return { ...reached, next_check_time: new Date(now.getTime() + PLATFORM_EVERY_MS) };
  const owner = String(before.owner);
  const isOthers = before.state === 'waiting' && (await isTaken(context, { ...before, owner }, session));
  return {
    ...reached,
    ...nextState(before, look.proof, {
      now,
      chance: context.random.number(),
      isTaken: isOthers,
      isAsked: look.isAsked,
      unprovedDays: settings.unproved_days,
      lostDays: settings.lost_days,
    }),
  };
}

/** Whoever else claims the name that was proved, or one above or below it, can prove it no more: their claims are over. */
async function beat(context: PluginContext, winner: StoredDomain, session: Session) {
  const model = context.model(domainResource);
  const claims = await model
    .find({ registrable: winner.registrable, state: 'waiting', owner: { $ne: String(winner.owner) } })
    .session(session)
    .lean();
  const now = context.clock.date();
  const change: DomainChange = {
    state: 'released',
    fault: 'taken',
    ended_time: now,
    is_there: false,
    next_check_time: null,
    notice: 'taken',
    notice_time: now,
  };
  const beaten: { before: StoredDomain; after: StoredDomain }[] = [];
  for (const before of claims) {
    if (!areRelated(before.name, winner.name)) continue;
    await write(context, String(before._id), change, session);
    beaten.push({ before, after: { ...before, ...change } });
  }
  return beaten;
}

/** What a look finds is no change of the row's: a form that is open on it stays good. */
async function write(
  context: PluginContext,
  id: string,
  change: DomainChange,
  session: Session,
): Promise<void> {
  const options = { session, timestamps: false } as const;
  await context.model(domainResource).updateOne({ _id: id }, { $set: change }, options);
}

/** Names whose time has come, those that wait longest first. */
export async function dueDomains(context: PluginContext, limit: number): Promise<StoredDomain[]> {
  return await context
    .model(domainResource)
    .find({
      is_there: true,
      state: { $in: ['waiting', ...HELD_STATES] },
      next_check_time: { $lte: context.clock.date() },
    })
    .sort({ next_check_time: 1 })
    .limit(limit)
    .lean();
}
