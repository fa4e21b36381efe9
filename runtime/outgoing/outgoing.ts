import { getServers } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { networkInterfaces } from 'node:os';
import { type NameServer, readNameServer } from '../process/name-server.ts';
import { createInternet, type InternetDoor } from './internet.ts';
import type { WebPorts } from './internet-fetch.ts';
import { createOutgoingFetch, type OutgoingFetch, type OutgoingOptions } from './outgoing-fetch.ts';
import { isOwnAddress } from './own-address.ts';
import { isPublicAddress } from './public-address.ts';

const DNS_PORT = 53;

export interface OutgoingSettings {
  /** Empty: those that the system has now. */
  resolvers: readonly NameServer[];
  /** Addresses or CIDRs that are reached as if they were public. */
  testAddresses: readonly string[];
  /** Where servers of zones listen; another port in tests. Default 53. */
  zonePort?: number;
  /** Where what goes to the ports of the web is sent, in tests. */
  webPorts?: WebPorts;
  /** The machine's network interfaces as they are now; another list in tests. */
  interfaces?: typeof networkInterfaces;
}

/** What the server sends to others for its plugins. Each plugin has its own count of what it does at once. */
export interface Outgoing {
  /** To hosts that were granted. */
  fetch(plugin: Pick<OutgoingOptions, 'plugin' | 'granted'>): OutgoingFetch;
  /** To every public address; whether the plugin may was decided before. */
  internet(): InternetDoor;
}

export function createOutgoing({
  resolvers,
  testAddresses,
  interfaces,
  zonePort = DNS_PORT,
  webPorts,
}: OutgoingSettings): Outgoing {
  const isTestAddress = listed(testAddresses);
  // What listens here is meant for this machine, or is reached through the proxy before it, whatever the port.
  const isAllowed = (address: string) =>
    (isPublicAddress(address) || isTestAddress(address)) && !isOwnAddress(address, interfaces);
  const internet = createInternet({
    servers: () => (resolvers.length > 0 ? resolvers : systemServers()),
    isAllowed,
    zonePort,
    ...(webPorts === undefined ? {} : { webPorts }),
  });
  return {
    fetch: (plugin) => createOutgoingFetch({ ...plugin, isAllowed }),
    internet: internet.doorOf,
  };
}

/** Read each time: networks change while a server runs. */
const systemServers = (): NameServer[] => getServers().flatMap((text) => readNameServer(text) ?? []);

function listed(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
