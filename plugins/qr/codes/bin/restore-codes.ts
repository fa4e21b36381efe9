import { newVersion, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { requireCodeRoom } from '../../limits/room.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { refuseMissing } from '../change-codes.ts';
import { knownBy } from '../history/known-by.ts';
import { publishCodes } from '../publish-codes.ts';
import { codeScope } from '../scope.ts';
import { BINNED } from './rules.ts';

/**
 * Brings every named code back from the bin: all of them or none.
 * Errors: `not_found` 404 with the place of each id that is not in the bin, or not the caller's.
 */
export async function restoreCodes(
  context: PluginContext,
  given: readonly string[],
  request: SignedRequest,
): Promise<number> {
  const model = context.model(codeResource);
  return context.transaction(async (session) => {
    const ids = [...new Set(given)];
    const filter = { ...codeScope(request), ...BINNED, _id: { $in: ids } };
    const before = await model.find(filter).session(session).lean();
    refuseMissing(given, before);
    const some = { _id: { $in: ids } };
    const restored = { remove_time: null, remove_by: null };
    await model.updateMany(some, newVersion(context, restored), { session, timestamps: false });
    await requireCodeRoom(
      context,
      before.map(({ owner }) => owner),
      session,
    );
    await publishCodes(context, await model.find(some).session(session).lean(), session);
    // An entry for each: the history of a code is read by its id.
    for (const code of before)
      await context.audit(
        {
          type: 'qr.code.update_remove',
          target: String(code._id),
          before: { ...knownBy(code), remove_time: code.remove_time },
          after: restored,
          request,
        },
        session,
      );
    return before.length;
  });
}
