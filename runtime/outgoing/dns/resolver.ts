import type { DnsAnswer, DnsTransport, DnsType } from '@waypost/sdk';
import { type NameServer, nameServerText, readNameServer } from '../../process/name-server.ts';
import { readDnsName } from '../entered-address.ts';
import { dnsErrors, internetErrors } from '../internet-errors.ts';
import { askInTurn } from './ask-in-turn.ts';
import { MOST_ALIASES, readRecords } from './read-records.ts';
import { zoneServers } from './zone-servers.ts';

export interface ResolverOptions {
  /** Asked one after the other; looked at anew for each look-up. */
  servers(): readonly NameServer[];
  /** Which addresses of zones' servers may be asked. */
  isAllowed(address: string): boolean;
  /** Where servers of zones listen. */
  zonePort: number;
  /** How long one server is waited for, milliseconds. */
  tryMs?: number;
}

export interface Resolver {
  /**
   * @param from `resolvers`, `zone`, one of `servers`, as text, or another resolver of the public internet
   * @throws AppError with a code of `dnsErrors`; `internet_address_refused`; TypeError for a resolver that can be none
   */
  resolve<T extends DnsType>(look: {
    name: string;
    type: T;
    from: string;
    transport?: DnsTransport | undefined;
    signal: AbortSignal;
  }): Promise<DnsAnswer<T>>;
  servers(): string[];
}

/** Where resolvers listen that somebody names. */
const USUAL_PORT = 53;

/** Looks names up at the operator's resolvers, or at the servers of a zone itself. */
export function createResolver({ servers, isAllowed, zonePort, tryMs }: ResolverOptions): Resolver {
  const waiting = tryMs === undefined ? {} : { tryMs };

  function chosen(from: string): readonly NameServer[] {
    if (from === 'resolvers') return servers();
    const found = servers().filter((server) => nameServerText(server) === from);
    return found.length === 0 ? [entered(from)] : found;
  }

  /** Whoever is named in the place of the operator's: at the usual port alone, or this were a way to knock at any. */
  function entered(from: string): NameServer {
    const server = readNameServer(from);
    if (server === undefined || (server.port !== USUAL_PORT && server.port !== zonePort))
      throw new TypeError(
        `${from} is none of the operator's resolvers, and no address with port ${USUAL_PORT}`,
      );
    if (!isAllowed(server.address)) throw internetErrors.addressRefused.create({ host: from });
    return { address: server.address, port: zonePort };
  }

  function askersOf(name: string, from: string, signal: AbortSignal): Promise<readonly NameServer[]> {
    if (from !== 'zone') return Promise.resolve(chosen(from));
    return zoneServers(name, {
      port: zonePort,
      isAllowed,
      async ask(asked, type) {
        const question = { name: asked, type, wantsRecursion: true };
        return (await askInTurn(servers(), question, { signal, wantsAuthority: false, ...waiting })).reply;
      },
    });
  }

  return {
    servers: () => servers().map(nameServerText),
    async resolve({ name: given, type, from, transport, signal }) {
      const name = readDnsName(given);
      if (name === undefined) throw dnsErrors.nameInvalid.create({ name: given.slice(0, 200) });
      const isZone = from === 'zone';
      const aliases: string[] = [];
      let asked = name;
      while (aliases.length <= MOST_ALIASES) {
        const { reply, server } = await askInTurn(
          await askersOf(asked, from, signal),
          { name: asked, type, wantsRecursion: !isZone },
          { signal, wantsAuthority: isZone, transport, ...waiting },
        );
        const found = readRecords(reply.answers, asked, type);
        aliases.push(...found.aliases);
        if (new Set([name, ...aliases]).size <= aliases.length)
          throw dnsErrors.serverFailed.create({ name, reason: 'circle' });
        if (found.records.length > 0)
          return {
            records: found.records,
            aliases,
            server: nameServerText(server),
            isAuthoritative: reply.isAuthoritative,
            wasCut: reply.isCut,
          };
        // At the zone's own servers an alias may lead to another zone, of which they say nothing that counts.
        if (found.end === asked || (reply.code === 'NXDOMAIN' && !isZone)) {
          if (reply.code === 'NXDOMAIN') throw dnsErrors.nameUnknown.create({ name });
          throw dnsErrors.noData.create({ name, type });
        }
        const next = readDnsName(found.end);
        if (next === undefined) throw dnsErrors.serverFailed.create({ name, reason: 'unreadable' });
        asked = next;
      }
      // Longer than anybody needs: it is as good as without end.
      throw dnsErrors.serverFailed.create({ name, reason: 'circle' });
    },
  };
}
