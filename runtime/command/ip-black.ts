import { errors } from '@waypost/contract';
import { type IpBlockFault, ipBlockOf } from '@waypost/sdk/platform';
import { prepareTimeZone } from '../process/data-directory.ts';
import { formatRange, parseRange } from '../sdk/address.ts';
import type { RuntimeServices } from '../services/index.ts';
import { type Command, CommandRefused, UsageError } from './command.ts';
import { momentOf } from './moment.ts';

/** Why an address is not taken, for whoever sits at the terminal. */
const FAULTS: Readonly<Record<IpBlockFault, string>> = {
  form: 'is no address and no range: write one such as 192.0.2.7 or 192.0.2.0/24',
  loopback: 'is this machine itself, which the product is called from',
  proxy: 'is one of TRUSTED_PROXIES: every visitor would be locked out',
  own: 'is your own address',
};

const address = { name: 'ADDRESS', summary: 'an IPv4 or IPv6 address, or a range such as 192.0.2.0/24' };

export const ipBlackAdd: Command = {
  name: 'ip-black add',
  summary: 'Refuses an address or a range everywhere, within a second',
  options: {
    reason: { type: 'string', value: 'TEXT', summary: 'why, for whoever reads the list' },
    until: {
      type: 'string',
      value: 'TIME',
      summary:
        'when it ends, such as 2027-01-31 (that day included, by TIME_ZONE) or 2027-01-31T12:00:00Z; default never',
    },
  },
  operands: [address],
  async run({ environment, operands, values, services: open }) {
    const text = String(operands[0]);
    const found = ipBlockOf({ text, own: undefined, proxies: environment.trustedProxies });
    if ('fault' in found) throw new CommandRefused(`${text} ${FAULTS[found.fault]}.`);
    const reason = typeof values.reason === 'string' ? values.reason.slice(0, 200) : '';
    const expires_at =
      typeof values.until === 'string'
        ? momentOf('--until', values.until, (await prepareTimeZone(environment)).current())
        : null;
    if (expires_at !== null && expires_at.getTime() <= Date.now())
      throw new UsageError('--until: this time has passed');
    const services = await open();
    const made = await services.ipBlackRows.add({ ip: found.ip, reason, expires_at });
    if (made === undefined) throw new CommandRefused(`${found.ip} is on the list already.`);
    const row = viewOf(made);
    const after = { ip: row.ip, reason, expires_at: row.expires_at };
    await services.audit({ type: 'system.ip_black.add', plugin: 'system', target: row.id, after });
    return { value: row, lines: [lineOf(row)] };
  },
};

export const ipBlackList: Command = {
  name: 'ip-black list',
  summary: 'Lists the addresses that are refused everywhere',
  options: {},
  async run({ services: open }) {
    const rows = (await (await open()).ipBlackRows.list()).map(viewOf);
    return { value: rows, lines: rows.map(lineOf) };
  },
};

export const ipBlackRemove: Command = {
  name: 'ip-black remove',
  summary: 'Lets an address or a range in again, as ip-black list shows it',
  options: {},
  operands: [address],
  async run({ operands, services: open }) {
    const text = String(operands[0]);
    const range = parseRange(text);
    if (range === undefined) throw new CommandRefused(`${text} ${FAULTS.form}.`);
    const services = await open();
    const gone = await services.ipBlackRows.remove(formatRange(range));
    if (gone === undefined) throw errors.notFound.create();
    const row = viewOf(gone);
    const before = { ip: row.ip, reason: row.reason, expires_at: row.expires_at };
    await services.audit({ type: 'system.ip_black.remove', plugin: 'system', target: row.id, before });
    return { value: row, lines: [`${row.ip} is let in again`] };
  },
};

type Row = Awaited<ReturnType<RuntimeServices['ipBlackRows']['list']>>[number];

function viewOf({ _id, ip, reason, expires_at, author, create_time }: Row) {
  const ends = expires_at?.toISOString() ?? null;
  const state = expires_at !== null && expires_at.getTime() <= Date.now() ? 'ended' : 'active';
  return { id: _id, ip, reason, state, expires_at: ends, author, create_time: create_time.toISOString() };
}

function lineOf({ ip, state, expires_at, reason, author }: ReturnType<typeof viewOf>): string {
  const end = expires_at === null ? 'no end' : `until ${expires_at}`;
  return [ip, state, end, author === '' ? 'command line' : author, reason].join('\t').trimEnd();
}
