import { login, logout, menuTree, profile, register, securityChallenge } from '@waypost/contract/platform';
import type { PluginContext } from '@waypost/sdk';

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
    return identity.login({ account: body.account, password, totp: body.totp }, request);
  });

  context.call(register, async (body, request) => {
    const password = await context.unseal(body.password, {
      area: register.area,
      call: register.call,
      field: 'password',
    });
    return identity.register({ account: body.account, password, code: body.code }, request);
  });

  context.call(logout, async (_body, request) => {
    await identity.logout(request.caller);
    return null;
  });

  context.call(profile, (_body, request) => identity.profile(request.caller, request.locale));

  context.call(menuTree, (_body, request) => identity.menuTree(request));
}
