import { ACCOUNT_MIN_LENGTH, ACCOUNT_PATTERN, errors, normaliseAccount, YesNo } from '@waypost/contract';
import { type Clock, newId, type Random } from '@waypost/sdk';
import type { ClientSession } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { AccountDocument, Collections, RegisterSource, RoleKey } from '../collections.ts';
import { invitationCode } from '../credentials/invitation-code.ts';
import { type Passwords, randomPassword } from '../credentials/password.ts';
import { unknownAccount } from '../errors.ts';
import type { Roles } from '../roles/roles.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Hierarchy } from './hierarchy.ts';
import { lookAlikes } from './look-alikes.ts';
import type { Sessions } from './sessions.ts';
import { skeletonOf } from './skeleton.ts';

export interface AccountSummary {
  id: string;
  account: string;
  name: string;
  role: string;
  disabled: boolean;
  create_time: string;
  login_time: string | null;
}

export interface NewAccount {
  account: string;
  /** Undefined: a random one that must be changed. */
  password?: string | undefined;
  /** A role by its key, or by its id. */
  role: RoleKey | { id: string };
  name?: string | undefined;
  address?: string;
  /** Id of the account that invited this one. */
  superior?: string | undefined;
  /** Percent of what the superior gets; default none. */
  shareRatio?: number;
  /** Default: the command line. */
  source?: RegisterSource;
}

export interface Accounts {
  /** Errors: `invalid_input` 422, `duplicate` 409. `password` is the random one, when one was made. */
  create(
    input: NewAccount,
    session?: ClientSession,
  ): Promise<{ id: string; account: string; password: string | undefined }>;
  list(): Promise<AccountSummary[]>;
  /** Sets a one-time password, ends all sessions and API keys. Errors: `unknown_account` 404, `invalid_input` 422. */
  resetPassword(
    account: string,
    password?: string,
  ): Promise<{ account: string; password: string | undefined }>;
  /** Accounts from before names were compared by their look, and the one that each looks like. */
  lookAlikes(): Promise<{ account: string; like: string }[]>;
  /** The id behind an account's name. Errors: `unknown_account` 404. */
  idOf(account: string): Promise<string>;
}

/** People's accounts for the command line and the first start; screens use resource `system.administrator`. */
export function createAccounts(options: {
  collections: Collections;
  passwords: Passwords;
  roles: Roles;
  sessions: Sessions;
  apiKeys: ApiKeys;
  hierarchy: Hierarchy;
  clock: Clock;
  random: Random;
}): Accounts {
  const { accounts } = options.collections;
  const { clock, random, passwords } = options;

  async function find(account: string): Promise<AccountDocument> {
    const found = await accounts.findOne({ account: normaliseAccount(account) });
    if (!found) throw unknownAccount.create({ account });
    return found;
  }

  /** Below a superior: with the place as it is at that moment. */
  async function insert(document: AccountDocument, superior: string | undefined, session?: ClientSession) {
    const { hierarchy } = options;
    if (superior === undefined) await accounts.insertOne(document, session ? { session } : {});
    else
      await hierarchy.transaction(async (own) => {
        await accounts.insertOne(
          { ...document, ...(await hierarchy.below(superior, own)) },
          { session: own },
        );
      });
  }

  return {
    create: async (input, session) => {
      const account = normaliseAccount(input.account);
      if (!ACCOUNT_PATTERN.test(account)) throw badAccount(account);
      if (input.password !== undefined) passwords.check({ password: input.password, account });
      const password = input.password ?? randomPassword(random);
      const now = clock.date();
      const document: AccountDocument = {
        _id: newId({ clock, random }),
        account,
        skeleton: skeletonOf(account),
        name: input.name ?? account,
        name_key: (input.name ?? account).trim().toLowerCase(),
        phone: '',
        phone_key: '',
        role: typeof input.role === 'string' ? await options.roles.idOf(input.role) : input.role.id,
        password_hash: await passwords.hash(password, { kind: 'register', address: input.address ?? '' }),
        must_change_password: input.password === undefined,
        disabled: YesNo.no,
        superior: null,
        ancestors: [],
        share_ratio: input.shareRatio ?? 0,
        register_source: input.source ?? 'command_line',
        invitation_code: invitationCode(random),
        register_ip: input.address ?? '',
        register_time: now,
        login_ip: null,
        login_time: null,
        version: 1,
        create_time: now,
        update_time: now,
        remove_time: null,
        remove_by: null,
      };
      try {
        await insert(document, input.superior, session);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const taken = { path: 'account', message: 'error.account.taken' };
        throw errors.duplicate.create({ field: 'account' }, { cause: error, errors: [taken] });
      }
      return {
        id: document._id,
        account,
        password: input.password === undefined ? password : undefined,
      };
    },
    list: async () => {
      const roles = new Map((await options.roles.all()).map((role) => [role.id, role.key]));
      const all = await accounts.find({ remove_time: null }).sort({ account: 1 }).toArray();
      return all.map((row) => ({
        id: row._id,
        account: row.account,
        name: row.name,
        role: roles.get(row.role) ?? row.role,
        disabled: row.disabled === YesNo.yes,
        create_time: row.create_time.toISOString(),
        login_time: row.login_time?.toISOString() ?? null,
      }));
    },
    resetPassword: async (account, given) => {
      const found = await find(account);
      if (given !== undefined) passwords.check({ password: given, account: found.account });
      const password = given ?? randomPassword(random);
      const password_hash = await passwords.hash(password, { kind: 'password', address: '' });
      const oneTime = { password_hash, must_change_password: true, is_one_time_used: false };
      await accounts.updateOne({ _id: found._id }, { $set: oneTime });
      await options.sessions.endAll(found._id);
      await options.apiKeys.revokeAll(found._id, 'password_reset');
      return { account: found.account, password: given === undefined ? password : undefined };
    },
    lookAlikes: () => lookAlikes(options.collections),
    idOf: async (account) => (await find(account))._id,
  };
}

function badAccount(account: string) {
  const message = account.length < ACCOUNT_MIN_LENGTH ? 'error.account.too_short' : 'error.account.form';
  return errors.invalidInput.create({}, { errors: [{ path: 'account', message }] });
}
