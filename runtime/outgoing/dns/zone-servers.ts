import { AppError } from '@waypost/contract';
import type { DnsType } from '@waypost/sdk';
import type { NameServer } from '../../process/name-server.ts';
import { readDnsName } from '../entered-address.ts';
import { dnsErrors, internetErrors } from '../internet-errors.ts';
import { type DnsReply, nameOf } from './message.ts';
import { readRecords } from './read-records.ts';

/** A zone has two to four servers as a rule; each has one or two addresses. */
const MOST_SERVERS = 4;
/** How far up is looked for the zone that a name is in. */
const MOST_LABELS = 10;

export interface ZoneLook {
  /** Asks the operator's resolvers. */
  ask(name: string, type: DnsType): Promise<DnsReply>;
  isAllowed(address: string): boolean;
  /** Where servers of zones listen. */
  port: number;
}

/**
 * The servers of the zone that a name is in, as the operator's resolvers know them. Addresses that are not of the public
 * internet are left out: anybody can write any address into a zone.
 * @throws AppError `internet_address_refused` when there are none but those; `dns_server_failed` when there is no zone
 */
export async function zoneServers(name: string, look: ZoneLook): Promise<NameServer[]> {
  const names = await serverNames(name, look);
  const found = await Promise.all(
    names
      .slice(0, MOST_SERVERS)
      .flatMap((server) => (['A', 'AAAA'] as const).map((type) => addresses(server, type, look))),
  );
  const all = found.flat();
  const allowed = all.filter(look.isAllowed);
  if (allowed.length === 0 && all.length > 0) throw internetErrors.addressRefused.create({ host: name });
  if (allowed.length === 0) throw dnsErrors.serverFailed.create({ name, reason: 'lame' });
  // Without a way to addresses of one kind, those of the other are asked first or last: first is quicker on most machines.
  const [four, six] = [
    allowed.filter((one) => !one.includes(':')),
    allowed.filter((one) => one.includes(':')),
  ];
  return [...four, ...six].map((address) => ({ address, port: look.port }));
}

/** Names of the servers of the closest zone above a name, the name's own included. */
async function serverNames(name: string, look: ZoneLook): Promise<string[]> {
  const labels = name.split('.').slice(-MOST_LABELS);
  for (let from = 0; from < labels.length; from += 1) {
    const zone = labels.slice(from).join('.');
    const { answers, authorities } = await look.ask(zone, 'NS');
    const { records, aliases } = readRecords(answers, zone, 'NS');
    if (records.length > 0 && aliases.length === 0)
      return records.flatMap(({ value }) => readDnsName(value) ?? []);
    // "No such records, says the zone …": it stands further up, and nothing is between.
    const apex = authorities.find((record) => record.type === 'SOA')?.name;
    if (apex === undefined || !zone.endsWith(`.${nameOf(apex)}`)) continue;
    while (from + 1 < labels.length && labels.slice(from + 1).join('.') !== nameOf(apex)) from += 1;
  }
  throw dnsErrors.serverFailed.create({ name, reason: 'failed' });
}

/** A server whose address nobody knows is passed over: the others may be there. */
async function addresses(server: string, type: 'A' | 'AAAA', look: ZoneLook): Promise<string[]> {
  try {
    return readRecords((await look.ask(server, type)).answers, server, type).records.map(
      ({ value }) => value,
    );
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
