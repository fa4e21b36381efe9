import { errors } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { refuseMissing } from './change-codes.ts';
import { isOwnerActive } from './is-owner-active.ts';
import type { StoredCode } from './link.ts';
import { codeScope } from './scope.ts';
import { publishCodes } from './service.ts';

/** What the one who had a code gave away with it ends: name and password of its shared page were theirs. */
const NOT_SHARED = {
  file_name: '',
  is_shared: false,
  share_key: '',
  share_password_hash: '',
  share_view_time: null,
};

/**
 * Gives every named code to somebody, those in the bin too: all of them or none. Address, targets and statistics stay with
 * the code. Answers how many changed hands; what is theirs already is left alone.
 * Errors: `not_found` 404 with the place of each id that the caller does not reach, `invalid_input` 422 at `owner`.
 */
export async function changeOwner(
  context: PluginContext,
  input: { ids: readonly string[]; owner: string },
  request: SignedRequest,
): Promise<number> {
  const { owner } = input;
  if (!(await isOwnerActive(context, owner)))
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'owner', message: 'qr.fault.owner_unavailable' }] },
    );
  const model = context.model(codeResource);
  const given = await context.transaction(async (session) => {
    const filter = { ...codeScope(request), _id: { $in: [...new Set(input.ids)] } };
    const found = (await model.find(filter).session(session).lean()) as StoredCode[];
    refuseMissing(input.ids, found);
    const moving = found.filter((code) => String(code.owner) !== owner);
    const some = { _id: { $in: moving.map(({ _id }) => _id) } } as never;
    await model.updateMany(
      some,
      { $set: { ...NOT_SHARED, owner, update_time: context.clock.date() }, $inc: { version: 1 } } as never,
      { session, timestamps: false },
    );
    const after = (await model.find(some).session(session).lean()) as StoredCode[];
    if (after.length > 0) await publishCodes(context, after, session);
    return moving;
  });
  // An entry for each: the history of a code is read by its id.
  await Promise.all(
    given.map((code) =>
      context.audit({
        type: 'qr.code.change_owner',
        target: String(code._id),
        before: { owner: String(code.owner), is_shared: code.is_shared === true },
        after: { owner, is_shared: false },
        request,
      }),
    ),
  );
  return given.length;
}
