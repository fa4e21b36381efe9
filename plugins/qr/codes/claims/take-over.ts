import { ShortCodeVisibility } from '@waypost/contract';
import type { PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { isOwnerPaused } from '../../limits/paused-owners.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { isOwnHost, reportedPlace } from '../../screens/report_abuse/address.ts';
import { LEFT_BEHIND } from '../change-owner.ts';
import { qrErrors } from '../errors.ts';
import { knownBy } from '../history/known-by.ts';
import { standsOn } from '../hosts/taken.ts';
import type { StoredCode } from '../link.ts';
import { publishCodes } from '../publish-codes.ts';
import { codeScope } from '../scope.ts';
import { shortCodeIn } from '../short-code-in.ts';
import { isClaimCode } from './claim-code.ts';

/** Codes of one name whose claim codes are compared. */
const MOST_OF_A_NAME = 20;
/** Codes that can still be made one’s own. */
const CLAIMABLE = {
  is_unclaimed: true,
  claim_secret: { $gt: '' },
  remove_time: null,
  is_frozen: { $ne: true },
};

/**
 * What whoever made the code has put into it: a stranger's rules, ends and passwords would send the next owner's visitors
 * elsewhere, and nobody has looked at them as an administrator does who gives a code away.
 */
const NOT_HANDED_ON = {
  visit_rules: [],
  published_rules: [],
  expires_at: null,
  expires_after: null,
  expired_target: null,
  used_up_at: null,
  told_round: '',
  has_password: false,
  visit_password_hash: '',
  guard_set_time: null,
  remark: '',
  tags: [],
};

/** What a caller may do with the code of an address: whose it is otherwise, and whether there is one, is told to nobody. */
export async function findClaim(
  context: PluginContext,
  address: string,
  request: SignedRequest,
): Promise<{ outcome: 'yours' | 'claimable' | 'none'; id: string | null; short_code: string }> {
  const short_code = shortCodeIn(address);
  const where = { short_code, ...hostIn(context, address) };
  const model = context.model(codeResource);
  const own = await model.findOne({ ...codeScope(request), ...where, remove_time: null }, { _id: 1 }).lean();
  if (own !== null) return { outcome: 'yours', id: String(own._id), short_code };
  const isThere = await model.exists({ ...CLAIMABLE, ...where });
  return { outcome: isThere ? 'claimable' : 'none', id: null, short_code };
}

/** Where a code has to stand, as far as an address that was typed or scanned says so. */
function hostIn(context: PluginContext, address: string) {
  const place = reportedPlace(address);
  if (place === undefined) return {};
  return standsOn([isOwnHost(place.host, context.platform) ? '' : place.host]);
}

/** The claimable code of this name that the claim code is of: on several hosts there may be several. */
async function claimable(
  context: PluginContext,
  { short_code, claim_code }: { short_code: string; claim_code: string },
  session: Session,
): Promise<StoredCode | undefined> {
  const codes = await context
    .model(codeResource)
    .find({ ...CLAIMABLE, short_code })
    .sort({ _id: 1 })
    .limit(MOST_OF_A_NAME)
    .session(session)
    .lean();
  for (const code of codes) if (await isClaimCode(context, code, claim_code)) return code;
  return undefined;
}

/**
 * Makes an unclaimed code the caller's own, by the claim code that came with it. Of two who claim it at once one gets it.
 * It still leads nowhere: its new owner says where.
 * Errors: `qr.claim_refused` 403, whatever is not right.
 */
export async function takeOver(
  context: PluginContext,
  { short_code, claim_code }: { short_code: string; claim_code: string },
  request: SignedRequest,
): Promise<{ id: string }> {
  const model = context.model(codeResource);
  return context.transaction(async (session) => {
    const filter = { ...CLAIMABLE, short_code };
    const code = await claimable(context, { short_code, claim_code }, session);
    if (code === undefined) throw qrErrors.claimRefused.create({}, faultAt);
    const owner = request.caller.id;
    const written = {
      ...LEFT_BEHIND,
      ...NOT_HANDED_ON,
      is_paused: await isOwnerPaused(context, owner, session),
      owner,
      // There is no batch of theirs that it could be found on.
      visibility: ShortCodeVisibility.show,
      update_time: context.clock.date(),
    };
    const after = await model
      .findOneAndUpdate(
        { ...filter, _id: code._id },
        { $set: written, $inc: { version: 1 } },
        {
          session,
          returnDocument: 'after',
          timestamps: false,
        },
      )
      .lean();
    if (after === null) throw qrErrors.claimRefused.create({}, faultAt);
    await publishCodes(context, [after], session);
    // As when an administrator gives it: what was before is the former owner's.
    await context.audit(
      {
        type: 'qr.code.change_owner',
        target: String(code._id),
        before: knownBy(code),
        after: { owner },
        request,
      },
      session,
    );
    return { id: String(code._id) };
  });
}

const faultAt = { errors: [{ path: 'claim_code', message: 'qr.fault.claim_refused' }] };
