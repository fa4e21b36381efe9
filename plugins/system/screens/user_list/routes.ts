import { YesNo } from '@waypost/contract';
import { exportFormat, type PluginContext } from '@waypost/sdk';
import type { PersonMail } from '../../mail/mount-mail.ts';
import { mountPersonCalls } from '../../people/mount-person-calls.ts';
import { SETTLE_CODES, settleAllCodes } from '../../people/settle-codes.ts';
import {
  actAsUser,
  changeUserKind,
  disableUsers,
  enableUsers,
  exportUsers as exportUsersCall,
  resetUserPassword,
  userCalls,
  userRoleChoices,
} from './calls.ts';
import { exportUsers, zUserExportInput } from './export-users.ts';
import { SEE_ALL_USERS, userResource } from './resource.ts';
import { bindUsers, seesAllUsers } from './service.ts';
import { switchUsers } from './switch-users.ts';
import { givableRoles } from './user-roles.ts';
import { changeKind, reachUser, requireSuperior, resetPassword } from './verbs.ts';

const PLACE = { route: 'user_list', parent: 'people', sort: 110, icon: 'user-group' } as const;
const EXPORT_KIND = 'user_export';
const VERBS = [
  'export',
  'disable',
  'enable',
  'reset_password',
  'password_link',
  'move',
  'change_role',
  'act_as',
  'access',
  'bill',
  'edit_balance',
  'history',
  'reset_second_factor',
];

/** Mounts the customers: their list, and what is done with one of them. */
export async function mountUsers(context: PluginContext, mail: PersonMail): Promise<void> {
  const { people } = context.identity;
  context.resource(userResource, bindUsers(context));
  // Two places of one screen: operators see everybody and have all verbs, agents the own people.
  context.menu({ ...PLACE, roles: ['administrator'] }, SEE_ALL_USERS, [
    'system.user:read',
    ...VERBS.map((verb) => `system.user_admin:${verb}`),
  ]);
  context.menu({ ...PLACE, roles: ['agent'] }, 'system.user:read');

  context.call(disableUsers, ({ ids, codes }, request) =>
    switchUsers(context, { ids, codes, disabled: YesNo.yes }, request),
  );
  context.call(enableUsers, ({ ids }, request) =>
    switchUsers(context, { ids, codes: 'keep', disabled: YesNo.no }, request),
  );
  context.operations.define(EXPORT_KIND, {
    input: zUserExportInput,
    run: (run) => exportUsers(context, run),
  });
  context.call(exportUsersCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    const name = request.translate('menu.user_list');
    const below = seesAllUsers(request) ? null : request.caller.id;
    return context.operations.start(EXPORT_KIND, { name, input: { query, below } }, request);
  });
  context.jobs.define(SETTLE_CODES, () => settleAllCodes(context));
  await context.jobs.every('1 minute', SETTLE_CODES);

  context.call(resetUserPassword, (body, request) => resetPassword(context, body, request));
  context.call(changeUserKind, async (body, request) => {
    await changeKind(context, body, request);
    return null;
  });
  context.call(userRoleChoices, (_body, request) => givableRoles(context, request));
  context.call(actAsUser, async ({ id }, request) => {
    await reachUser(context, id, request);
    const opened = await people.actAs(id, request);
    await context.audit({ type: 'system.user.act_as', target: id, request });
    return opened;
  });
  mountPersonCalls(context, {
    calls: userCalls,
    noun: 'system.user',
    mail,
    reach: (id, request, session) => reachUser(context, id, request, session),
    requireSuperior: (superior, request, session) => requireSuperior(context, superior, request, session),
  });
}
