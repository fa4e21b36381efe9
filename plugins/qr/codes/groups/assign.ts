import { type BodyOf, errors } from '@waypost/contract';
import { newVersion, type PluginContext } from '@waypost/sdk';
import type { assignCall } from '../../screens/group/calls.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { refuseMissing } from '../change-codes.ts';
import { knownBy } from '../history/known-by.ts';
import { publishCodes } from '../publish-codes.ts';
import type { CodeAuthor } from '../scope.ts';
import { requireGroup } from './in-group.ts';
import { MOST_TAGS } from './values.ts';

/**
 * Moves codes into a group of their owner, or gives them tags; where they lead stays as it is, and rules that are kept to a group
 * hold from then on. Answers how many were changed by it.
 * Errors: `not_found` 404 with the place of each that the caller does not reach; `invalid_input` 422 at `group` for one that
 * an owner among them does not have, at `add_tags` where a code would have too many.
 */
export async function assignCodes(
  context: PluginContext,
  { ids, group, add_tags = [] }: BodyOf<typeof assignCall>,
  { scope, by }: CodeAuthor,
): Promise<number> {
  const model = context.model(codeResource);
  const filter = { ...scope, _id: { $in: [...new Set(ids)] }, remove_time: null };
  return context.transaction(async (session) => {
    const codes = await model.find(filter).session(session).lean();
    refuseMissing(ids, codes);
    if (group) {
      for (const owner of new Set(codes.map((code) => String(code.owner))))
        await requireGroup(context, group, { owner, session });
    }
    let changed = 0;
    const moved: string[] = [];
    for (const code of codes) {
      const before = { ...knownBy(code), tags: code.tags ?? [], group: code.group ?? null };
      const tags = [...new Set([...before.tags, ...add_tags])];
      if (tags.length > MOST_TAGS)
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'add_tags', message: 'qr.fault.too_many_tags', params: { most: MOST_TAGS } }] },
        );
      if (tags.length === before.tags.length && (group === undefined || group === before.group)) continue;
      const change = { ...(group === undefined ? {} : { group }), tags };
      await model.updateOne({ _id: code._id }, newVersion(context, change), { session, timestamps: false });
      const target = String(code._id);
      await context.audit({ type: 'qr.code.update', target, before, after: change, ...by }, session);
      if (change.group !== undefined && change.group !== before.group) moved.push(target);
      changed += 1;
    }
    if (moved.length > 0)
      await publishCodes(
        context,
        await model
          .find({ _id: { $in: moved } })
          .session(session)
          .lean(),
        session,
      );
    return changed;
  });
}
