import { type ErrorDefinition, normaliseAccount, YesNo } from '@waypost/contract';
import type { Clock, RequestContext } from '@waypost/sdk';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AccountDocument, Collections } from '../collections.ts';
import type { Turn } from '../credentials/gate.ts';
import { type LockOut, networkId } from '../credentials/lock-out.ts';
import type { Passwords } from '../credentials/password.ts';
import { hashToken } from '../credentials/token.ts';
import { accountDisabled, loginFailed, oneTimePasswordUsed } from '../errors.ts';
import type { CheckedCodes } from '../second-factor/checked-codes.ts';
import type { Maintenance } from '../settings/maintenance.ts';
import type { Sessions } from './sessions.ts';

/** Networks that an account remembers; the oldest is forgotten. */
const KNOWN_NETWORKS = 10;

/**
 * Checks account, password and second factor and starts a session. Errors: `login_failed`, `totp_required` and
 * `totp_invalid` 401, `locked_out` 429, `account_disabled` 403, `one_time_password_used` 403, `maintenance` 503.
 */
export function createSignIn(options: {
  collections: Collections;
  passwords: Passwords;
  lockOut: LockOut;
  sessions: Sessions;
  codes: CheckedCodes;
  maintenance: Maintenance;
  audit: AuditLog;
  clock: Clock;
}) {
  const { collections, passwords, audit } = options;

  async function verify(found: AccountDocument | null, password: string, turn: Turn) {
    if (found) return passwords.verify(password, found.password_hash, turn);
    await passwords.pretend(password, turn);
    return { isRight: false, isWeak: false };
  }

  /** Whether this is the one sign-in that a one-time password is good for; of several at once it is one. */
  async function useUp({ _id, password_hash }: AccountDocument): Promise<boolean> {
    const { modifiedCount } = await collections.accounts.updateOne(
      { _id, password_hash, is_one_time_used: { $ne: true } },
      { $set: { is_one_time_used: true } },
    );
    return modifiedCount === 1;
  }

  /**
   * Whether the password that opened a session is still the account's. Checking takes a while, and a change meanwhile has
   * ended the sessions that were there, but not this one.
   */
  async function isStillRight(id: string, password: string, checked: { hash: string; turn: Turn }) {
    const found = await collections.accounts.findOne({ _id: id, disabled: YesNo.no, remove_time: null });
    if (found?.password_hash === checked.hash) return true;
    // Another login may have made the hash of the same password again.
    return (await verify(found, password, checked.turn)).isRight;
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
    input: { account: string; password: string; totp?: string | undefined },
    request: RequestContext,
  ): Promise<{ token: string; account: AccountDocument }> {
    const account = normaliseAccount(input.account);
    const network = networkId(request.address);
    const found = await collections.accounts.findOne({ account, remove_time: null });
    const isKnownNetwork = found?.known_networks?.includes(network) ?? false;
    const attempt = await options.lockOut.enter({ account, address: request.address, isKnownNetwork });
    // Strangers with many networks fill the queue of strangers: who comes from where they came before waits in another.
    const kind = isKnownNetwork ? 'login again' : 'login';
    const turn = { kind, address: request.address, signal: request.signal };
    const { isRight, isWeak } = await attempt.look(() => verify(found, input.password, turn));
    if (!found || !isRight) {
      const { isLocked } = await attempt.failed();
      // The name as typed stays out of the log: people type passwords into the wrong field.
      await audit.record({
        type: 'system.session.login_failed',
        plugin: 'system',
        request,
        ...(found ? { target: found._id } : {}),
        after: { isLocked },
      });
      throw loginFailed.create();
    }
    await options.codes.requireAtLogin(found, input.totp, { attempt, request, isKnownNetwork });
    await attempt.passed();
    const id = found._id;
    const refuse = async (reason: ErrorDefinition<readonly []>) => {
      await audit.record({
        type: 'system.session.login_refused',
        plugin: 'system',
        target: id,
        after: { reason: reason.code },
        request,
      });
      throw reason.create();
    };
    if (found.disabled === YesNo.yes) await refuse(accountDisabled);
    // Before a one-time password is used up: it has to be good for something.
    await options.maintenance.requireOpenTo(found.role);
    if (found.must_change_password && !(await useUp(found))) await refuse(oneTimePasswordUsed);
    let hash = found.password_hash;
    if (isWeak) {
      const password_hash = await passwords.hash(input.password, turn);
      // Only over the hash that was checked: a password changed meanwhile must win.
      const { modifiedCount } = await collections.accounts.updateOne(
        { _id: found._id, password_hash: found.password_hash },
        { $set: { password_hash } },
      );
      if (modifiedCount === 1) hash = password_hash;
    }
    if (request.caller?.via === 'session') await options.sessions.end(request.caller.credential);
    const token = await options.sessions.create(id, {
      address: request.address,
      userAgent: request.userAgent,
      isShort: found.must_change_password,
    });
    if (!(await isStillRight(id, input.password, { hash, turn }))) {
      await options.sessions.end(hashToken(token));
      await refuse(loginFailed);
    }
    await noteLogin(found, request.address, network);
    const actor = { id, account: found.account, via: 'session' };
    await audit.record({ type: 'system.session.login', plugin: 'system', actor, target: id, request });
    return { token, account: found };
  };
}
