import type { Sealed } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { apiKey } from '../../api-keys/resource.ts';
import { requireSession } from '../../own-account/routes.ts';
import { changeOwnEmail, changeOwnProfile, changePassword, ownProfile } from './calls.ts';
import { changeProfile, readProfile } from './profile.ts';

/** The node that shows the screen; sessions of one-time passwords hold it and nothing else. */
const OWN_PASSWORD = 'system.own_password:update';

export function mountUpdatePassword(context: PluginContext): void {
  context.menu(
    {
      route: 'update_password',
      parent: 'account',
      sort: 10,
      icon: 'lock',
      roles: ['administrator', 'agent', 'customer'],
    },
    OWN_PASSWORD,
    apiKey.permissions,
  );

  context.call(changePassword, async (body, request) => {
    // A key is for one program and one purpose: it must not be able to take the whole account over.
    requireSession(request);
    const open = (field: 'old_password' | 'password', sealed: Sealed) =>
      context.unseal(sealed, { area: 'update_password', call: 'update', field });
    const oldPassword = await open('old_password', body.old_password);
    const password = await open('password', body.password);
    return context.identity.changePassword({ oldPassword, password }, request);
  });

  context.call(ownProfile, (_body, request) => readProfile(context, request));
  context.call(changeOwnProfile, (change, request) => changeProfile(context, change, request));
  context.call(changeOwnEmail, async ({ email, old_password }, request) => {
    requireSession(request);
    const place = { area: 'own_account', call: 'change_email', field: 'old_password' };
    await context.identity.requireOldPassword(await context.unseal(old_password, place), request);
    return changeProfile(context, { email }, request);
  });
}
