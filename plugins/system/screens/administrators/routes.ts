import { type PluginContext, requireRow, type Session, type SignedRequest } from '@waypost/sdk';
import type { PersonMail } from '../../mail/mount-mail.ts';
import { mountPersonCalls } from '../../people/mount-person-calls.ts';
import type { ReachedPerson } from '../../people/person-kind.ts';
import { administratorCalls, roleChoices } from './calls.ts';
import { administrator } from './resource.ts';
import { bindAdministrators, operatorRoles } from './service.ts';

export function mountAdministrators(context: PluginContext, mail: PersonMail): void {
  context.resource(administrator, bindAdministrators(context));
  context.call(roleChoices, async (_body, request) => {
    const roles = await operatorRoles(context, request);
    return roles.map(({ id, key, name }) => ({ id, key, name: name || request.translate(`role.${key}`) }));
  });
  mountPersonCalls(context, {
    calls: administratorCalls,
    noun: 'system.administrator',
    mail,
    reach: (id, request, session) => reachOperator(context, id, request, session),
  });
}

/** An operator on the caller's own list who is not above the caller. Errors: `not_found` 404, `forbidden` 403. */
async function reachOperator(
  context: PluginContext,
  id: string,
  request: SignedRequest,
  session?: Session,
): Promise<ReachedPerson> {
  const roles = (await operatorRoles(context, request)).map((role) => role.id);
  const found = await requireRow(
    context
      .model(administrator)
      .findOne({ _id: id, role: { $in: roles } }, { role: 1, version: 1, superior: 1, disabled: 1 })
      .session(session ?? null)
      .lean(),
  );
  await context.identity.requireRoleWithin(found.role, request.caller);
  return found;
}
