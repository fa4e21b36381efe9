import { newVersion, type PluginContext } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { refuseMissing } from '../change-codes.ts';
import { knownBy } from '../history/known-by.ts';
import { publishCodes } from '../publish-codes.ts';
import type { CodeAuthor } from '../scope.ts';

/**
 * Puts every named code into the bin: all of them or none; one that is there already stays as it is.
 * Errors: `not_found` 404 with the place of each id that the author does not reach.
 */
export async function binCodes(
  context: PluginContext,
  given: readonly string[],
  { id, scope, by }: CodeAuthor,
): Promise<void> {
  const model = context.model(codeResource);
  await context.transaction(async (session) => {
    const found = await model
      .find({ ...scope, _id: { $in: [...new Set(given)] } })
      .session(session)
      .lean();
    refuseMissing(given, found);
    const going = found.filter(({ remove_time }) => !remove_time);
    const some = { _id: { $in: going.map(({ _id }) => _id) } };
    const removed = { remove_time: context.clock.date(), remove_by: id };
    await model.updateMany(some, newVersion(context, removed), { session, timestamps: false });
    await publishCodes(context, await model.find(some).session(session).lean(), session);
    // An entry for each: the history of a code is read by its id.
    for (const code of going)
      await context.audit(
        {
          type: 'qr.code.update_remove',
          target: String(code._id),
          before: { ...knownBy(code), remove_time: null },
          after: removed,
          ...by,
        },
        session,
      );
  });
}
