import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { apiKey } from '../../api-keys/resource.ts';
import { changePassword } from './calls.ts';

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
    if (request.caller.via === 'api_key') throw errors.forbidden.create({ permission: OWN_PASSWORD });
    const open = (field: 'old_password' | 'password', sealed: Sealed) =>
      context.unseal(sealed, { area: 'update_password', call: 'update', field });
    const oldPassword = await open('old_password', body.old_password);
    const password = await open('password', body.password);
    return context.identity.changePassword({ oldPassword, password }, request);
  });
}
