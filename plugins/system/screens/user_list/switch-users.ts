import { errors, YesNo } from '@waypost/contract';
import { newVersion, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { settleCodes } from '../../people/settle-codes.ts';
import { userResource } from './resource.ts';
import { userScope } from './service.ts';

interface Switch {
  ids: readonly string[];
  /** 2: disabled. */
  disabled: (typeof YesNo)[keyof typeof YesNo];
  /** What becomes of the codes; of those that are enabled the own freeze is always lifted. */
  codes: 'keep' | 'freeze';
}

/**
 * Disables or enables every named customer: all of them or none. Errors: `not_found` 404 with the place of each id that the
 * caller does not reach. Answers how many accounts and how many codes changed.
 */
export async function switchUsers(
  context: PluginContext,
  { ids, disabled, codes }: Switch,
  request: SignedRequest,
): Promise<{ count: number; codes: number }> {
  const model = context.model(userResource);
  const isOff = disabled === YesNo.yes;
  const wish = isOff ? (codes === 'freeze' ? 'freeze' : '') : 'lift';
  const changed = await context.transaction(async (session) => {
    const filter = { ...(await userScope(context, request)), _id: { $in: [...new Set(ids)] } };
    const found = await model.find(filter).session(session).lean();
    refuseMissing(ids, new Set(found.map(({ _id }) => String(_id))));
    for (const { role } of found) await context.identity.people.requireWithin(role, request.caller);
    const others = found.filter((row) => row.disabled !== disabled);
    await model.updateMany(
      { _id: { $in: others.map(({ _id }) => _id) } },
      newVersion(context, {
        disabled,
        ...(isOff ? {} : { closed_time: null }),
        codes_due: wish,
        codes_by: request.caller.id,
        codes_reason: request.translate('system.user.frozen_reason'),
      }),
      { session, timestamps: false },
    );
    return others.map(({ _id }) => String(_id));
  });
  let settled = 0;
  for (const id of changed) {
    if (isOff) await context.identity.revokeAccess(id, 'disabled');
    settled += await settleCodes(context, id);
    await context.audit({
      type: `system.user.${isOff ? 'disable' : 'enable'}`,
      target: id,
      before: { disabled: isOff ? YesNo.no : YesNo.yes },
      after: { disabled, ...(isOff ? { codes } : {}) },
      request,
    });
  }
  return { count: changed.length, codes: settled };
}

function refuseMissing(given: readonly string[], found: ReadonlySet<string>): void {
  const missing = given.flatMap((id, at) =>
    found.has(id) ? [] : [{ path: `ids.${at}`, message: 'error.issue.invalid' }],
  );
  if (missing.length > 0) throw errors.notFound.create({}, { errors: missing });
}
