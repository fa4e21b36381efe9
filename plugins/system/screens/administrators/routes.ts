import { errors } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import type { PersonMail } from '../../mail/mount-mail.ts';
import { mountPersonCalls } from '../../people/mount-person-calls.ts';
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
    reach: (id, request) => reachOperator(context, id, request),
  });
}

/** An operator on the caller's own list who is not above the caller. Errors: `not_found` 404, `forbidden` 403. */
async function reachOperator(context: PluginContext, id: string, request: SignedRequest): Promise<void> {
  const roles = (await operatorRoles(context, request)).map((role) => role.id);
  const found = await context
    .model(administrator)
    .findOne({ _id: id, role: { $in: roles } }, { role: 1 })
    .lean();
  if (!found) throw errors.notFound.create();
  await context.identity.requireRoleWithin(found.role, request.caller);
}
