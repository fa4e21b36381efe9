import { errors, ShortCodeVisibility } from '@waypost/contract';
import { newVersion, type PluginContext, type Session } from '@waypost/sdk';
import { isOwnerPaused } from '../limits/paused-owners.ts';
import { requireCodeRoom } from '../limits/room.ts';
import { deliverSoon, type PromisedMessage, promiseMessage } from '../messages/due-messages.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { refuseMissing } from './change-codes.ts';
import { qrErrors } from './errors.ts';
import { knownBy } from './history/known-by.ts';
import { isOwnerActive } from './is-owner-active.ts';
import type { StoredCode } from './link.ts';
import { publishCodes } from './publish-codes.ts';
import type { CodeAuthor } from './scope.ts';

/** Codes that a message about several names. */
const NAMED_CODES = 10;
/** What the one who had a code gave away with it ends: name and password of its shared page were theirs. */
export const LEFT_BEHIND = {
  // The group is an owner's; tags are the code's.
  group: null,
  file_name: '',
  is_shared: false,
  share_key: '',
  share_password_hash: '',
  share_view_time: null,
  share_set_time: null,
  // Whoever has the claim code of a former owner gets nothing of the next one's.
  claim_secret: '',
  // What is kept of it counts for its next owner.
  is_log_held: false,
};

/**
 * Gives every named code to somebody, those in the bin too: all of them or none. Address, targets and statistics stay with
 * the code. Answers how many changed hands; what is theirs already is left alone.
 * Errors: `not_found` 404 with the place of each id that the caller does not reach, `invalid_input` 422 at `owner`,
 * `qr.pool_stays` 409 for a code that leads to a pool.
 */
export async function changeOwner(
  context: PluginContext,
  input: { ids: readonly string[]; owner: string },
  { scope, by }: CodeAuthor,
): Promise<number> {
  const { owner } = input;
  await requireActiveOwner(context, owner);
  const model = context.model(codeResource);
  const given = await context.transaction(async (session) => {
    const filter = { ...scope, _id: { $in: [...new Set(input.ids)] } };
    const found = await model.find(filter).session(session).lean();
    refuseMissing(input.ids, found);
    const moving = found.filter((code) => String(code.owner) !== owner);
    refusePools(moving);
    const some = { _id: { $in: moving.map(({ _id }) => _id) } };
    const is_paused = await isOwnerPaused(context, owner, session);
    await model.updateMany(some, newVersion(context, { ...LEFT_BEHIND, is_paused, owner }), {
      session,
      timestamps: false,
    });
    // The batch on which it was found is the former owner's.
    await model.updateMany(
      { ...some, is_unclaimed: true },
      { $set: { visibility: ShortCodeVisibility.show } },
      { session, timestamps: false },
    );
    if (moving.length > 0) await requireCodeRoom(context, [owner], session);
    const after = await model.find(some).session(session).lean();
    if (after.length > 0) await publishCodes(context, after, session);
    // An entry for each: the history of a code is read by its id.
    for (const code of moving)
      await context.audit(
        {
          type: 'qr.code.change_owner',
          target: String(code._id),
          before: { ...knownBy(code), is_shared: code.is_shared === true },
          after: { owner, is_shared: false },
          ...by,
        },
        session,
      );
    await promiseBoth(context, { moving, owner }, session);
    return moving;
  });
  await deliverSoon(context);
  return given.length;
}

/** @throws AppError `invalid_input` 422 at `owner` */
export async function requireActiveOwner(context: PluginContext, owner: string): Promise<void> {
  if (!(await isOwnerActive(context, owner)))
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'owner', message: 'qr.fault.owner_unavailable' }] },
    );
}

/** A pool is its owner's, as the pictures and contacts in it are. */
function refusePools(codes: readonly StoredCode[]): void {
  const leading = codes.find(({ targets }) => targets.some(({ pool }) => pool !== undefined));
  if (leading !== undefined) throw qrErrors.poolStays.create({ name: leading.name });
}

/** Has everybody told who had some of the codes, and who has them now. Neither is told who the other is. */
async function promiseBoth(
  context: PluginContext,
  { moving, owner }: { moving: readonly StoredCode[]; owner: string },
  session: Session,
): Promise<void> {
  if (moving.length === 0) return;
  const former = Map.groupBy(moving, (code) => String(code.owner));
  for (const [account, codes] of former)
    await promiseMessage(context, handOver('qr.notice.given_away', account, codes), session);
  await promiseMessage(context, handOver('qr.notice.received', owner, moving), session);
}

function handOver(words: string, account: string, codes: readonly StoredCode[]): PromisedMessage {
  const names =
    codes
      .slice(0, NAMED_CODES)
      .map(({ name }) => name)
      .join(' · ') + (codes.length > NAMED_CODES ? ' …' : '');
  const isOne = codes.length === 1 && words === 'qr.notice.received';
  return {
    to: { accounts: [account] },
    words,
    params: { count: String(codes.length), names },
    plain: { title: names.slice(0, 100), content: names.slice(0, 4_000) },
    screen: isOne ? `set_qr_code?id=${codes[0]?._id}` : 'qr_code_list',
  };
}
