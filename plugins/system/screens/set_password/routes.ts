import type { PluginContext } from '@waypost/sdk';
import { passwordByLink, passwordLinkOf } from './calls.ts';

/** Mounts the page that a one-time link opens; it is for whoever has the link. */
export function mountSetPassword(context: PluginContext): void {
  const { people } = context.identity;
  context.call(passwordLinkOf, ({ token }) => people.passwordLinkOf(token));
  context.call(passwordByLink, async ({ token, password: sealed }, request) => {
    const place = { area: passwordByLink.area, call: passwordByLink.call, field: 'password' };
    await people.passwordByLink({ token, password: await context.unseal(sealed, place) }, request);
    return null;
  });
}
