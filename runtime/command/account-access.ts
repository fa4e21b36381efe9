import type { Command } from './command.ts';

const account = {
  type: 'string',
  value: 'NAME',
  summary: 'the account that is meant',
  isRequired: true,
} as const;

export const accountDisable: Command = {
  name: 'account disable',
  summary: 'Keeps an account out: ends its sessions, sockets and API keys at once',
  options: { account },
  async run({ services: open, values }) {
    const services = await open();
    const { id, before, after } = await services.accountAccess.disable(String(values.account));
    const entry = { type: 'system.account.disable', plugin: 'system', target: id, before, after };
    await services.audit(entry);
    return { value: { id, ...after }, lines: [`${after.account} is disabled`] };
  },
};

export const accountUnlock: Command = {
  name: 'account unlock',
  summary: 'Lets an account in again: lifts the lock of failed logins, and enables it where it was disabled',
  options: { account },
  async run({ services: open, values }) {
    const services = await open();
    const { id, before, after } = await services.accountAccess.unlock(String(values.account));
    const entry = { type: 'system.account.unlock', plugin: 'system', target: id, before, after };
    await services.audit(entry);
    return { value: { id, ...after }, lines: [`${after.account} may log in`] };
  },
};

export const accountSecondFactorOff: Command = {
  name: 'account second-factor-off',
  summary: 'Takes the second factor away from whoever has lost the telephone and the recovery codes',
  options: { account },
  async run({ services: open, values }) {
    const services = await open();
    const name = String(values.account);
    const id = await services.accounts.idOf(name);
    await services.identity.secondFactor.reset(id);
    await services.audit({ type: 'system.account.second_factor_off', plugin: 'system', target: id });
    return { value: { id }, lines: [`${name} logs in with the password alone`] };
  },
};

export const accountRole: Command = {
  name: 'account role',
  summary: 'Gives an account another role; a role of your own by its key or its name',
  options: {
    account,
    role: {
      type: 'string',
      value: 'ROLE',
      summary: 'super, administrator, agent, customer or an own one',
      isRequired: true,
    },
  },
  async run({ services: open, values }) {
    const services = await open();
    const { id, before, after, role } = await services.accountAccess.changeRole(
      String(values.account),
      String(values.role),
    );
    const entry = { type: 'system.account.role', plugin: 'system', target: id, before, after };
    await services.audit(entry);
    return { value: { id, ...after }, lines: [`${after.account} is ${role}`] };
  },
};
