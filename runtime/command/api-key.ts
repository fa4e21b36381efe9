import { prepareTimeZone } from '../process/data-directory.ts';
import { createDays } from '../visit/derive/days.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';

const account = { type: 'string', value: 'NAME', summary: 'whose key it is', isRequired: true } as const;

export const apiKeyCreate: Command = {
  name: 'api-key create',
  summary: 'Makes an API key of an account; it is printed once',
  options: {
    account,
    scopes: {
      type: 'string',
      value: 'A,B',
      summary: 'permissions such as qr.code:create or qr.code:*; default everything the account may do',
    },
    name: { type: 'string', value: 'TEXT', summary: 'what the key is for; default "command line"' },
    expires: {
      type: 'string',
      value: 'YYYY-MM-DD',
      summary: 'last day of its life, by TIME_ZONE; default none',
    },
  },
  async run(context) {
    const { values } = context;
    const expires_at =
      typeof values.expires === 'string' ? await endOfDay(context, values.expires) : undefined;
    const services = await context.services();
    const owner = await services.accounts.idOf(String(values.account));
    const scopes = typeof values.scopes === 'string' ? splitList(values.scopes) : undefined;
    const name = typeof values.name === 'string' ? values.name : 'command line';
    const { id, key } = await services.apiKeys.create({ owner, name, scopes, expires_at });
    await services.audit({
      type: 'system.api_key.add',
      plugin: 'system',
      target: id,
      after: { owner, name, scopes: scopes ?? null, expires_at: expires_at ?? null },
    });
    return { value: { key }, lines: [key] };
  },
};

export const apiKeyList: Command = {
  name: 'api-key list',
  summary: 'Lists API keys: whose, what for, until when, last used',
  options: { account: { ...account, summary: 'only those of this account', isRequired: false } },
  async run({ services: open, values }) {
    const services = await open();
    const wanted =
      typeof values.account === 'string' ? await services.accounts.idOf(values.account) : undefined;
    const names = new Map((await services.accounts.list()).map(({ id, account }) => [id, account]));
    const now = Date.now();
    const rows = (await services.apiKeys.list(wanted)).map((key) => ({
      id: key._id,
      account: names.get(key.owner) ?? key.owner,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      state: stateOf(key, now),
      create_time: key.create_time.toISOString(),
      expires_at: key.expires_at?.toISOString() ?? null,
      last_time: key.last_time?.toISOString() ?? null,
      last_ip: key.last_ip,
    }));
    return {
      value: rows,
      lines: rows.map((row) =>
        [
          row.id,
          row.account,
          row.name,
          `${row.prefix}…`,
          row.state,
          row.scopes?.join(',') ?? 'everything',
          row.expires_at ? `until ${row.expires_at}` : 'no end',
          row.last_time ? `used ${row.last_time} from ${row.last_ip ?? '-'}` : 'never used',
        ].join('\t'),
      ),
    };
  },
};

export const apiKeyRevoke: Command = {
  name: 'api-key revoke',
  summary: 'Ends an API key at once; api-key list shows the ids',
  options: {},
  operands: [{ name: 'ID', summary: 'id of the key, not the key itself' }],
  async run({ services: open, operands }) {
    const services = await open();
    const found = await services.apiKeys.revoke(String(operands[0]), 'command_line');
    await services.audit({ type: 'system.api_key.revoke', plugin: 'system', target: found._id });
    return { value: { id: found._id }, lines: [`${found.name} ${found.prefix}… is revoked`] };
  },
};

function stateOf(key: { revoke_time: Date | null; expires_at: Date | null }, now: number): string {
  if (key.revoke_time) return 'revoked';
  return key.expires_at && key.expires_at.getTime() <= now ? 'expired' : 'active';
}

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const QUARTER_MS = 15 * 60_000;
/** The first moment of a day anywhere is at most 14 hours before, and its last at most 12 after, UTC's (tz database). */
const EARLIEST_MS = 14 * 3_600_000;

/** The moment at which a day of TIME_ZONE is over. Errors: UsageError. */
async function endOfDay({ environment }: CommandContext, text: string): Promise<string> {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(text))
    throw new UsageError('--expires: expected a day such as 2027-01-31');
  const dayOf = createDays((await prepareTimeZone(environment)).current());
  const wanted = Number(text.replaceAll('-', ''));
  let time = midnight + 24 * 3_600_000 - EARLIEST_MS;
  while (dayOf(time).day <= wanted) time += QUARTER_MS;
  return new Date(time).toISOString();
}
