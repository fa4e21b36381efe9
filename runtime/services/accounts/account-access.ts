import { errors, normaliseAccount, YesNo } from '@waypost/contract';
import type { Clock, Session } from '@waypost/sdk';
import type { ClientSession, Connection } from 'mongoose';
import type { Collections } from '../collections.ts';
import type { LockOut } from '../credentials/lock-out.ts';
import { unknownAccount } from '../errors.ts';
import type { Roles } from '../roles/roles.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Sessions } from './sessions.ts';

/** What is told of an account before and after. */
export interface AccountState {
  account: string;
  role: string;
  disabled: boolean;
}
interface Changed {
  id: string;
  before: AccountState;
  after: AccountState;
}

/**
 * Who may log in, and as what, for whoever sits at the terminal. The account is named as it is typed.
 * Errors: `unknown_account` 404; `last_super_administrator` 409, which changes nothing.
 */
export interface AccountAccess {
  disable(account: string): Promise<Changed>;
  /** Lifts the locks of failed logins from wherever, and enables a disabled account. */
  unlock(account: string): Promise<Changed>;
  /** `role`: a key, or the name of an own one; told is what people call it. Errors: `invalid_input` 422 at `role`. */
  changeRole(account: string, role: string): Promise<Changed & { role: string }>;
}

export function createAccountAccess(options: {
  connection: Connection;
  collections: Collections;
  roles: Roles;
  sessions: Sessions;
  apiKeys: ApiKeys;
  lockOut: LockOut;
  requireSuperLeft(session: Session): Promise<void>;
  clock: Clock;
}): AccountAccess {
  const { apiKeys, clock, collections, connection, roles, sessions } = options;

  async function change(
    account: string,
    set: { disabled?: number; closed_time?: null; role?: string },
  ): Promise<Changed> {
    const wanted = { account: normaliseAccount(account), remove_time: null };
    const keys = new Map((await roles.all()).map(({ id, key }) => [id, key]));
    const stateOf = (row: { account: string; role: string; disabled: number }): AccountState => ({
      account: row.account,
      role: keys.get(row.role) ?? row.role,
      disabled: row.disabled === YesNo.yes,
    });
    return connection.transaction(async (session: ClientSession) => {
      const before = await collections.accounts.findOneAndUpdate(
        wanted,
        { $set: { ...set, update_time: clock.date() }, $inc: { version: 1 } },
        { session, returnDocument: 'before' },
      );
      if (before === null) throw unknownAccount.create({ account });
      await options.requireSuperLeft(session as unknown as Session);
      return { id: before._id, before: stateOf(before), after: stateOf({ ...before, ...set }) };
    });
  }

  return {
    disable: async (account) => {
      const changed = await change(account, { disabled: YesNo.yes });
      await sessions.endAll(changed.id);
      await apiKeys.revokeAll(changed.id, 'disabled');
      return changed;
    },
    unlock: async (account) => {
      const changed = await change(account, { disabled: YesNo.no, closed_time: null });
      await options.lockOut.lift(changed.after.account);
      return changed;
    },
    changeRole: async (account, wanted) => {
      const role = (await roles.all()).find(
        ({ key, name }) => key === wanted || (name !== '' && name === wanted),
      );
      if (role === undefined)
        throw errors.invalidInput.create({}, { errors: [{ path: 'role', message: 'error.role_unknown' }] });
      return { ...(await change(account, { role: role.id })), role: role.name || role.key };
    },
  };
}
