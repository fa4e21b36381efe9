import type { Command } from './command.ts';

export const apiKeyCreate: Command = {
  name: 'api-key create',
  summary: 'Makes an API key of an account; it is printed once',
  options: {
    account: { type: 'string', value: 'NAME', summary: 'whose key it is', isRequired: true },
    scopes: {
      type: 'string',
      value: 'A,B',
      summary: 'permissions such as qr.code:create or qr.code:*; default everything the account may do',
    },
    name: { type: 'string', value: 'TEXT', summary: 'what the key is for; default "command line"' },
  },
  async run({ services: open, values }) {
    const services = await open();
    const account = await services.accounts.idOf(String(values.account));
    const scopes = typeof values.scopes === 'string' ? splitList(values.scopes) : undefined;
    const { id, key } = await services.apiKeys.create({
      account,
      name: typeof values.name === 'string' ? values.name : 'command line',
      scopes,
    });
    await services.audit({
      type: 'system.api_key.create',
      plugin: 'system',
      target: id,
      after: { account, scopes },
    });
    return { value: { key }, lines: [key] };
  },
};

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
