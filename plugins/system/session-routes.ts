import { errors, type Sealed } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { changePassword, login, logout, menuTree, profile, securityChallenge } from './calls/session.ts';

/** Signing in and out, and what a signed-in caller needs before any screen. */
export function mountSession(context: PluginContext): void {
  const { identity } = context;

  context.call(securityChallenge, () => identity.challenge());

  context.call(login, async (body, request) => {
    const password = await context.unseal(body.password, {
      area: 'administrator',
      call: 'login',
      field: 'password',
    });
    return identity.login({ account: body.account, password }, request);
  });

  context.call(logout, async (_body, request) => {
    await identity.logout(request.caller);
    return null;
  });

  context.call(profile, (_body, request) => identity.profile(request.caller, request.locale));

  context.call(changePassword, async (body, request) => {
    // A key is for one program and one purpose: it must not be able to take the whole account over.
    if (request.caller.via === 'api_key') throw errors.forbidden.create({ permission: 'session' });
    const open = (field: 'old_password' | 'password', sealed: Sealed) =>
      context.unseal(sealed, { area: 'update_password', call: 'update', field });
    const oldPassword = await open('old_password', body.old_password);
    const password = await open('password', body.password);
    return identity.changePassword({ oldPassword, password }, request);
  });

  context.call(menuTree, (_body, request) => identity.menuTree(request));
}
