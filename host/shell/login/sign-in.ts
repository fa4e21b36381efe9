import type { LoginResult } from '@waypost/contract/platform';
import { type Client, clientStore, sessionAtom } from '@waypost/host-sdk/light';
import { callPlatform } from '../app/call-platform.ts';
import { fetchMenu } from '../menu/fetch-menu.ts';
import { landingPath, menuAtom, trailTo } from '../menu/menu.ts';

/** Where a one-time password is changed, which is all that it is good for, and a demanded second factor set up. */
export const CHANGE_PASSWORD = '/customer/update_password';

export interface Credentials {
  account: string;
  password: string;
  /** Second factor, once the server asked for it. */
  totp?: string | undefined;
  /** Invitation code, where the address of the login page carries one. */
  code?: string | undefined;
}

/** No entry of the menu lies under /customer: the account can sign in but has nothing to see. */
export class NoScreenError extends Error {
  readonly code = 'no_screen';
}

/**
 * Signs in and tells where to go: the first screen of the menu.
 * @throws ApiError, NoScreenError
 */
export async function signIn(client: Client, credentials: Credentials): Promise<string> {
  return enter(client, await openSession(client, credentials));
}

/** Has the server open a session; nothing of the page changes yet. @throws ApiError */
export async function openSession(
  client: Client,
  { account, password, totp, code }: Credentials,
): Promise<LoginResult> {
  // A fifth of the page before sign-in, needed only now; it is under way since the page was shown.
  const { sealFor } = await import('@waypost/host-sdk/seal');
  const sealed = await sealFor(client, password, { area: 'administrator', call: 'login', field: 'password' });
  return callPlatform(client, 'administrator/login', {
    account,
    password: sealed,
    ...(totp ? { totp } : {}),
    ...(code ? { code } : {}),
  });
}

/**
 * Begins the session that the server has opened and tells where it leads: the first screen of the menu.
 * @throws ApiError, NoScreenError
 */
export async function enter(client: Client, { token, user_info }: LoginResult): Promise<string> {
  clientStore.set(sessionAtom, { token, user: user_info });
  const menu = await fetchMenu(client);
  const path = landingPath(menu.tree);
  if (path === undefined) {
    clientStore.set(sessionAtom, undefined);
    throw new NoScreenError('the menu has no screen');
  }
  clientStore.set(menuAtom, menu);
  // A one-time password is only good for choosing another; a second factor that is demanded comes before everything.
  const isHeld = user_info.must_change_password || user_info.must_set_second_factor === true;
  const isSentOn = isHeld && trailTo(menu.tree, CHANGE_PASSWORD).length > 0;
  return isSentOn ? CHANGE_PASSWORD : path;
}
