import { ROLE_KEYS, type RoleKey } from '../services/index.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';

const account = {
  type: 'string',
  value: 'NAME',
  summary: 'the account that is meant',
  isRequired: true,
} as const;
const passwordInput = {
  type: 'boolean',
  summary: 'read the password from standard input instead of making a random one',
} as const;

export const accountCreate: Command = {
  name: 'account create',
  summary: 'Creates an account; prints its one-time password',
  options: {
    account,
    role: { type: 'string', value: 'ROLE', summary: `${ROLE_KEYS.join(', ')}; default administrator` },
    name: { type: 'string', value: 'TEXT', summary: 'name shown to people; default the account' },
    'password-stdin': passwordInput,
  },
  async run(context) {
    const role = context.values.role ?? 'administrator';
    if (!isRoleKey(role)) throw new UsageError(`--role: expected one of ${ROLE_KEYS.join(', ')}`);
    const services = await context.services();
    const made = await services.accounts.create({
      account: String(context.values.account),
      role,
      name: typeof context.values.name === 'string' ? context.values.name : undefined,
      password: await givenPassword(context),
    });
    await services.audit({
      type: 'system.account.create',
      plugin: 'system',
      target: made.id,
      after: { role },
    });
    return {
      value: {
        id: made.id,
        account: made.account,
        role,
        ...(made.password ? { password: made.password } : {}),
      },
      lines: [`${role} ${made.account}${oneTime(made.password)}`],
    };
  },
};

export const accountResetPassword: Command = {
  name: 'account reset-password',
  summary: 'Gives an account a new one-time password; ends its sessions and API keys',
  options: { account, 'password-stdin': passwordInput },
  async run(context) {
    const services = await context.services();
    const name = String(context.values.account);
    const target = await services.accounts.idOf(name);
    const reset = await services.accounts.resetPassword(name, await givenPassword(context));
    await services.audit({ type: 'system.account.reset_password', plugin: 'system', target });
    return {
      value: { account: reset.account, ...(reset.password ? { password: reset.password } : {}) },
      lines: [`${reset.account}${oneTime(reset.password)}`],
    };
  },
};

export const accountList: Command = {
  name: 'account list',
  summary: 'Lists accounts with role and last login',
  options: {},
  async run(context) {
    const rows = await (await context.services()).accounts.list();
    return {
      value: rows,
      lines: rows.map((row) =>
        [
          row.account,
          row.role,
          row.disabled ? 'disabled' : 'enabled',
          row.login_time ?? 'never logged in',
          row.name,
        ].join('\t'),
      ),
    };
  },
};

function isRoleKey(role: unknown): role is RoleKey {
  return ROLE_KEYS.some((key) => key === role);
}

async function givenPassword(context: CommandContext): Promise<string | undefined> {
  if (context.values['password-stdin'] !== true) return undefined;
  return (await context.readInput()).replace(/\r?\n$/, '');
}

function oneTime(password: string | undefined): string {
  return password === undefined
    ? ''
    : ` ${password}  (one-time password: good for one login, to choose an own one)`;
}
