import { normaliseAccount, YesNo } from '@waypost/contract';
import type { Clock, RequestContext } from '@waypost/sdk';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AccountDocument, Collections } from '../collections.ts';
import { type LockOut, networkId } from '../credentials/lock-out.ts';
import type { Passwords } from '../credentials/password.ts';
import { accountDisabled, loginFailed } from '../errors.ts';
import type { Sessions } from './sessions.ts';

/** Networks that an account remembers; the oldest is forgotten. */
const KNOWN_NETWORKS = 10;

/** Checks account and password and starts a session. Errors: `login_failed` 401, `locked_out` 429, `account_disabled` 403. */
export function createSignIn(options: {
  collections: Collections;
  passwords: Passwords;
  lockOut: LockOut;
  sessions: Sessions;
  audit: AuditLog;
  clock: Clock;
}) {
  const { collections, passwords, audit } = options;

  async function verify(found: AccountDocument | null, password: string) {
    if (found) return passwords.verify(password, found.password_hash);
    await passwords.pretend(password);
    return { isRight: false, isWeak: false };
  }

  async function noteLogin(found: AccountDocument, address: string, network: string): Promise<void> {
    const networks = [...(found.known_networks ?? []).filter((known) => known !== network), network];
    await collections.accounts.updateOne(
      { _id: found._id },
      {
        $set: {
          login_ip: address,
          login_time: options.clock.date(),
          known_networks: networks.slice(-KNOWN_NETWORKS),
        },
      },
    );
  }

  return async function signIn(
    input: { account: string; password: string },
    request: RequestContext,
  ): Promise<{ token: string; account: AccountDocument }> {
    const account = normaliseAccount(input.account);
    const network = networkId(request.address);
    const found = await collections.accounts.findOne({ account, remove_time: null });
    const attempt = await options.lockOut.enter({
      account,
      address: request.address,
      isKnownNetwork: found?.known_networks?.includes(network) ?? false,
    });
    const { isRight, isWeak } = await verify(found, input.password);
    if (!found || !isRight) {
      const { isLocked } = await attempt.failed();
      // The name as typed stays out of the log: people type passwords into the wrong field.
      const target = found ? { target: found._id } : {};
      await audit.record({
        type: 'system.session.login_failed',
        plugin: 'system',
        ...target,
        after: { isLocked },
        request,
      });
      throw loginFailed.create();
    }
    await attempt.passed();
    const id = found._id;
    if (found.disabled === YesNo.yes) {
      await audit.record({ type: 'system.session.login_refused', plugin: 'system', target: id, request });
      throw accountDisabled.create();
    }
    if (isWeak) {
      const password_hash = await passwords.hash(input.password);
      // Only over the hash that was checked: a password changed meanwhile must win.
      await collections.accounts.updateOne(
        { _id: found._id, password_hash: found.password_hash },
        { $set: { password_hash } },
      );
    }
    if (request.caller?.via === 'session') await options.sessions.end(request.caller.credential);
    const token = await options.sessions.create(id, {
      address: request.address,
      userAgent: request.userAgent,
    });
    await noteLogin(found, request.address, network);
    await audit.record({ type: 'system.session.login', plugin: 'system', target: id, request });
    return { token, account: found };
  };
}
