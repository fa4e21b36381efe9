import {
  type CreateOf,
  defineError,
  errors,
  OnlineStatus,
  type RowOf,
  type Sealed,
  YesNo,
} from '@waypost/contract';
import {
  newVersion,
  type PluginContext,
  type ResourceBinding,
  type SignedRequest,
  type WriteStep,
} from '@waypost/sdk';
import { balancesOf } from '../../people/money.ts';
import { searchKeys } from '../../people/search.ts';
import { requireOthersCredentials, useOwnAccount } from '../../people/use-own-account.ts';
import { accountStates } from './account-states.ts';
import { administrator } from './resource.ts';

type Administrator = typeof administrator;

/** Disabling or removing the account that one is signed in with. */
export const ownAccount = defineError({ code: 'own_account', status: 409 });
const operatorHasBalance = defineError({ code: 'operator_has_balance', status: 409 });

interface NewPassword {
  password_hash: string;
  /** The text, when it was not the caller's own. */
  random: string | null;
}

/** Roles that the caller may see and give: a super administrator all of the operators', others only what is not above them. */
export async function operatorRoles(
  context: { identity: Pick<PluginContext['identity'], 'roles'> },
  request: { caller: Pick<SignedRequest['caller'], 'isSuper'> },
) {
  const roles = (await context.identity.roles()).filter(({ kind }) => kind === 'operator');
  return request.caller.isSuper ? roles : roles.filter(({ key }) => key !== 'super');
}

/** The functions behind resource `system.administrator`. */
export function bindAdministrators(context: PluginContext): ResourceBinding<Administrator> {
  const { identity, clock } = context;
  const once = createOnce();
  const { roleFor, requireOperatorRole } = createRoleRules(context);

  return {
    scope: async (request) => ({
      role: { $in: (await operatorRoles(context, request)).map(({ id }) => id) },
    }),
    beforeCreate: async (body, { request }) => {
      requireOthersCredentials(undefined, request);
      const { password, ...fields } = body;
      const account = identity.accountName(body.account);
      const role = await roleFor(body, request);
      const { password_hash } = await once(body, async () => ({
        password_hash: await identity.hashPassword(
          await context.unseal(password, sealedAt('add')),
          account,
          request,
        ),
        random: null,
      }));
      return {
        ...fields,
        account,
        skeleton: identity.accountSkeleton(account),
        role,
        password_hash,
        name: fields.name || account,
        ...searchKeys({ name: fields.name || account, phone: fields.phone ?? '' }),
        register_source: 'created',
        // Whoever created the account knows this password.
        must_change_password: true,
        invitation_code: identity.invitationCode(),
        register_ip: request.address,
        register_time: clock.date(),
      };
    },
    beforeUpdate: async (body, { request, before }) => {
      const role = before?.role;
      if (role !== undefined) await identity.requireRoleWithin(role, request.caller);
      if (body.role !== undefined && body.role !== role) {
        if (!request.caller.isSuper) throw errors.forbidden.create({ permission: 'super' });
        await requireOperatorRole(body.role, request);
      }
      // A key would have letters with new passwords sent elsewhere. People change their own name and address here.
      if (request.caller.via === 'api_key') throw useOwnAccount.create();
      const { id: _id, version: _version, ...fields } = body;
      // An emptied name falls back to the account, as at creation.
      const named = fields.name === '' ? { ...fields, name: before?.account ?? '' } : fields;
      return { ...named, ...searchKeys(named) };
    },
    afterWrite: async (after, { before, session, request }) => {
      if (!before) return;
      const id = String(before._id);
      if (!after) {
        requireOther(id, request);
        await identity.requireRoleWithin(before.role, request.caller);
        // Nobody would get at it afterwards.
        if (!(await identity.people.isSettled(id, session))) throw operatorHasBalance.create();
        await identity.people.closeUp(id, before.superior ?? null, session);
      }
      if (!after || after.role !== before.role) await identity.requireSuperLeft(session);
      // Last, because it is not undone with the transaction: a refused removal must end nothing.
      if (!after) await identity.forget(id);
    },
    present: async (rows, request) => {
      const names = new Map(
        (await identity.roles()).map(({ id, key, name }) => [id, name || request.translate(`role.${key}`)]),
      );
      const ids = rows.map(({ id }) => id);
      const online = await identity.online(ids);
      const balances = await balancesOf(context, ids);
      const superiors = rows.flatMap(({ superior }) => superior ?? []);
      const accounts = await accountStates(context).names(superiors);
      return rows.map((row): RowOf<Administrator> => {
        const lastActive = online.get(row.id);
        return {
          ...row,
          superior_account: accounts[row.superior ?? ''] ?? '',
          balance: balances.get(row.id) ?? '',
          share_ratio: row.share_ratio ?? 0,
          member_expiry: row.member_expiry ?? null,
          register_source: row.register_source ?? 'unknown',
          role_name: names.get(row.role) ?? '',
          online_status: lastActive ? OnlineStatus.online : OnlineStatus.offline,
          online_status_update_time: lastActive?.toISOString() ?? null,
        };
      });
    },
    actions: createActions(context, once),
  };
}

/** A transaction that runs again must not open a sealed password a second time: its challenge is used up. */
function createOnce() {
  const made = new WeakMap<object, Promise<NewPassword>>();
  return (body: object, make: () => Promise<NewPassword>): Promise<NewPassword> => {
    const known = made.get(body) ?? make();
    made.set(body, known);
    return known;
  };
}

/** Where a password was sealed for. */
const sealedAt = (call: string, field = 'password') => ({ area: administrator.area, call, field });

function requireOther(id: string, request: SignedRequest): void {
  if (id === request.caller.id) throw ownAccount.create();
}

function createRoleRules(context: PluginContext) {
  const { identity } = context;
  return { roleFor, requireOperatorRole };

  /** Only a super administrator chooses roles; anybody else would climb by it and gives the own one. */
  async function roleFor(body: CreateOf<Administrator>, request: SignedRequest): Promise<string> {
    const { caller } = request;
    if (!body.role) {
      const role = caller.isSuper ? await identity.roleId('administrator') : caller.role;
      // A key with scopes is less than its account's role and must not make an account that is more.
      await identity.requireRoleWithin(role, caller);
      return role;
    }
    if (!caller.isSuper) throw errors.forbidden.create({ permission: 'super' });
    await requireOperatorRole(body.role, request);
    return body.role;
  }

  async function requireOperatorRole(role: string, request: SignedRequest): Promise<void> {
    if ((await operatorRoles(context, request)).some(({ id }) => id === role)) return;
    throw errors.invalidInput.create({}, { errors: [{ path: 'role', message: 'error.role_unknown' }] });
  }
}

/** What is done to one account beside changing its fields. */
function createActions(
  context: PluginContext,
  once: ReturnType<typeof createOnce>,
): NonNullable<ResourceBinding<Administrator>['actions']> {
  const { clock, identity } = context;

  async function change(
    id: string,
    set: Record<string, unknown>,
    session: WriteStep<Administrator>['session'],
  ) {
    await context.model(administrator).updateOne({ _id: id }, newVersion({ clock }, set), { session });
  }

  return {
    disable: async ({ id, row, session }, request) => {
      requireOther(id, request);
      await identity.requireRoleWithin(row.role, request.caller);
      await change(id, { disabled: YesNo.yes }, session);
      await identity.requireSuperLeft(session);
      await identity.revokeAccess(id, 'disabled');
      return null;
    },
    enable: async ({ id, row, session }, request) => {
      requireOthersCredentials(id, request);
      await identity.requireRoleWithin(row.role, request.caller);
      await change(id, { disabled: YesNo.no }, session);
      return null;
    },
    reset_password: async ({ id, body, row, session }, request) => {
      await identity.requireRoleWithin(row.role, request.caller);
      requireOthersCredentials(id, request);
      const { password: sealed } = body as { password?: Sealed };
      const { password_hash, random } = await once(body as object, async () => {
        const random = sealed ? null : identity.randomPassword();
        const password = random ?? (await context.unseal(sealed as Sealed, sealedAt('reset_password')));
        return { password_hash: await identity.hashPassword(password, row.account, request), random };
      });
      const set = { password_hash, must_change_password: true, is_one_time_used: false };
      await change(id, set, session);
      await identity.revokeAccess(id, 'password_reset');
      return { password: random };
    },
  };
}
