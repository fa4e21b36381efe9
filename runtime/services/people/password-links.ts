import { YesNo } from '@waypost/contract';
import type { Clock, People, Random } from '@waypost/sdk';
import type { ApiKeys } from '../accounts/api-keys.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AccountDocument, Collections } from '../collections.ts';
import type { Passwords } from '../credentials/password.ts';
import { hashToken, newToken } from '../credentials/token.ts';
import { passwordLinkInvalid } from '../errors.ts';

const MINUTE_MS = 60_000;
/** How long a link may lie in somebody's messages at most. */
const MOST_MINUTES = 24 * 60;

/**
 * One-time links for whoever has forgotten the password: the store holds a hash of the token. A link belongs to the password
 * that it replaces, so that any other change of it ends the link as well.
 */
export function createPasswordLinks(options: {
  collections: Collections;
  passwords: Passwords;
  sessions: Sessions;
  apiKeys: ApiKeys;
  audit: AuditLog;
  passwordChanged(account: string): void;
  clock: Clock;
  random: Random;
}): Pick<People, 'passwordLink' | 'passwordLinkOf' | 'passwordByLink'> {
  const { accounts } = options.collections;
  const { clock } = options;

  async function accountOf(token: string): Promise<AccountDocument & Required<WithLink>> {
    const found = await accounts.findOne({
      'password_link.hash': hashToken(token),
      'password_link.expires_at': { $gt: clock.date() },
      disabled: YesNo.no,
      remove_time: null,
    });
    const link = found?.password_link;
    if (!found || !link || link.replaces !== hashToken(found.password_hash))
      throw passwordLinkInvalid.create();
    return { ...found, password_link: link };
  }

  return {
    passwordLink: async (account, { minutes = MOST_MINUTES } = {}) => {
      const token = newToken(options.random);
      const expires_at = new Date(clock.now() + Math.min(minutes, MOST_MINUTES) * MINUTE_MS);
      const found = await accounts.findOne({ _id: account });
      const link = { hash: hashToken(token), expires_at, replaces: hashToken(found?.password_hash ?? '') };
      await accounts.updateOne({ _id: account }, { $set: { password_link: link } });
      return { token, expires_at: expires_at.toISOString() };
    },
    passwordLinkOf: async (token) => {
      const { account, password_link } = await accountOf(token);
      return { account, expires_at: password_link.expires_at.toISOString() };
    },
    passwordByLink: async ({ token, password }, request) => {
      const { _id, account, password_hash: before } = await accountOf(token);
      options.passwords.check({ password, account });
      const { address, signal } = request;
      const password_hash = await options.passwords.hash(password, { kind: 'password', address, signal });
      const { modifiedCount } = await accounts.updateOne(
        { _id, password_hash: before, 'password_link.hash': hashToken(token), disabled: YesNo.no },
        {
          $set: { password_hash, must_change_password: false, is_one_time_used: false },
          $unset: { password_link: '' },
        },
      );
      if (modifiedCount === 0) throw passwordLinkInvalid.create();
      await options.sessions.endAll(_id);
      await options.apiKeys.revokeAll(_id, 'password_reset');
      options.passwordChanged(_id);
      await options.audit.record({
        type: 'system.account.password_by_link',
        plugin: 'system',
        target: _id,
        request,
      });
    },
  };
}

type WithLink = Pick<AccountDocument, 'password_link'>;
