import type { RowOf } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  type PluginContext,
  type ResourceBinding,
  requireRow,
  type SignedRequest,
} from '@waypost/sdk';
import { domainErrors } from '../../domains/errors.ts';
import { PLATFORM } from '../../domains/values.ts';
import { checkHijack } from '../../hijack/check.ts';
import type { HijackSurroundings } from '../../hijack/look-at.ts';
import { acceptedChange } from '../../hijack/settle.ts';
import type { Accepted, StoredHijack, StoredHijackCheck } from '../../hijack/stored.ts';
import { tellHijacks } from '../../hijack/tell-hijacks.ts';
import { HIJACK_RANKS } from '../../hijack/values.ts';
import { hijackCheckResource } from '../hijack_check/resource.ts';
import { hijackResource } from './resource.ts';

type Hijack = typeof hijackResource;

/** The functions behind resource `domain.hijack`, which nobody writes but checks. */
export function bindHijacks(
  context: PluginContext,
  around: () => Promise<HijackSurroundings>,
): ResourceBinding<Hijack> {
  return {
    async present(rows) {
      const ids = rows.map(({ holder }) => holder).filter((holder) => holder !== PLATFORM);
      const names = (await context.require<AccountStates>(ACCOUNT_STATES)?.names(ids)) ?? {};
      const { own } = await around();
      const own_addresses = [...own.addresses].sort();
      return rows.map(
        (row): RowOf<Hijack> => ({ ...row, own_addresses, holder_account: names[row.holder] ?? '' }),
      );
    },
  };
}

/** @throws AppError `not_found` 404 */
async function findHijack(context: PluginContext, id: string): Promise<StoredHijack> {
  return requireRow(context.model(hijackResource).findById(id).lean());
}

/** Checks a name at once, and says what was found. */
export async function checkNow(
  context: PluginContext,
  { id, around }: { id: string; around: HijackSurroundings },
  { caller }: SignedRequest,
) {
  const row = await findHijack(context, id);
  const { look, check, state } = await checkHijack(context, row, { around, account: caller.account });
  await tellHijacks(context);
  return { state, check, ...look.found };
}

/**
 * Takes what a check has found as right from now on.
 * Errors: `not_found` 404; `domain.nothing_found` 409 for a check in which nobody said anything and no page came
 */
export async function acceptCheck(
  context: PluginContext,
  { id, check: checkId }: { id: string; check: string },
  request: SignedRequest,
): Promise<null> {
  const row = await findHijack(context, id);
  const check = await requireRow(
    context.model(hijackCheckResource).findOne({ _id: checkId, domain: id }).lean(),
  );
  const known = credible(check.said);
  if (known.length === 0 && check.fingerprint === null)
    throw domainErrors.nothingFound.create({ name: row.shown });
  const now = context.clock.date();
  const accepted: Accepted = {
    time: now.toISOString(),
    account: request.caller.account,
    page: check.fingerprint,
    addresses: [...new Set(known.flatMap(({ addresses }) => addresses))].sort(),
    aliases: [...new Set(known.flatMap(({ aliases }) => aliases))].sort(),
  };
  const found = {
    answers: { finding: known.length === 0 ? ('unknown' as const) : ('good' as const), fault: '' as const },
    site: {
      finding: check.fingerprint === null ? ('unknown' as const) : ('good' as const),
      fault: '' as const,
    },
  };
  await write(context, row, { accepted, ...acceptedChange(row, found, now) });
  await context.audit({
    type: 'domain.hijack.accept',
    target: id,
    request,
    before: told(row.accepted),
    after: told(accepted),
  });
  return null;
}

/** Only who names addresses says what is to be expected; where the same one does by TCP, datagrams may be forged. */
function credible(said: StoredHijackCheck['said']): StoredHijackCheck['said'] {
  const known = said.filter((one) => one.said === 'expected' || one.said === 'other');
  const sure = new Set(known.filter(({ transport }) => transport === 'tcp').map(({ by }) => by));
  return known.filter(({ by, transport }) => transport === 'tcp' || !sure.has(by));
}

/** Forgets what was accepted; the next checks say how the name is by what the platform itself is known by. */
export async function forgetAccepted(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<null> {
  const row = await findHijack(context, id);
  const nothing = {
    answers: 'unknown',
    site: 'unknown',
    state: 'unknown',
    rank: HIJACK_RANKS.unknown,
    facets: {},
    votes: {},
  } as const;
  await write(context, row, { accepted: null, ...nothing, next_check_time: context.clock.date() });
  await context.audit({
    type: 'domain.hijack.forget',
    target: id,
    request,
    before: told(row.accepted),
    after: null,
  });
  return null;
}

/** A check that is under way counts no more: it was held against something else. */
async function write(
  context: PluginContext,
  row: StoredHijack,
  change: Partial<StoredHijack>,
): Promise<void> {
  const update = { $set: { ...change }, $inc: { checks: 1 } };
  await context.model(hijackResource).updateOne({ _id: row._id }, update, { timestamps: false });
}

const told = (accepted: Accepted | null) =>
  accepted === null ? null : { addresses: accepted.addresses, page: accepted.page?.hash ?? '' };
