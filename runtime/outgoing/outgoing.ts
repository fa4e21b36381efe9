import { getServers } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { networkInterfaces } from 'node:os';
import type { HostReplacements } from '../process/host-replacements.ts';
import { type NameServer, readNameServer } from '../process/name-server.ts';
import { readEnteredUrl } from './entered-address.ts';
import { findAddresses } from './find-addresses.ts';
import { createInternet, type InternetDoor } from './internet.ts';
import { createOutgoingFetch, type OutgoingFetch, type OutgoingOptions } from './outgoing-fetch.ts';
import { isOwnAddress } from './own-address.ts';
import { pinnedRequest, type RequestLimits, type WebPorts } from './pinned-request.ts';
import { isPublicAddress } from './public-address.ts';
import type { OutgoingAnswer, OutgoingRequest } from './request-once.ts';

const DNS_PORT = 53;

export interface OutgoingSettings {
  /** Empty: those that the system has now. */
  resolvers: readonly NameServer[];
  /** Addresses or CIDRs that are reached as if they were public. */
  testAddresses: readonly string[];
  /** Addresses or CIDRs, of our own networks among them, that a storage of files may be at. */
  storageAddresses?: readonly string[];
  /** Addresses or CIDRs, of our own networks among them, that endpoints which operators enter may be at. */
  innerAddresses?: readonly string[];
  /** Where granted hosts are reached instead, as the operator says: inside the own network, too. */
  replacements?: HostReplacements;
  /** Where servers of zones listen; another port in tests. Default 53. */
  zonePort?: number;
  /** Where what goes to the ports of the web is sent, in tests. */
  webPorts?: WebPorts;
  /** The machine's network interfaces as they are now; another list in tests. */
  interfaces?: typeof networkInterfaces;
}

/** One request, without redirects, to an address that was checked. */
export type PinnedRequest = (asked: OutgoingRequest, limits: RequestLimits) => Promise<OutgoingAnswer>;

/** What the server sends to others for its plugins. Each plugin has its own count of what it does at once. */
export interface Outgoing {
  /** To hosts that were granted. */
  fetch(plugin: Pick<OutgoingOptions, 'plugin' | 'granted'>): OutgoingFetch;
  /** To every public address; whether the plugin may was decided before. */
  internet(): InternetDoor;
  /** To the storages in which files are kept: public addresses, and those that the operator has named for it. */
  storage: PinnedRequest;
  /**
   * Looks an endpoint up that an operator has entered, such as a backup's storage, before something is sent there that cannot
   * be led to a checked address.
   * @throws AppError `internet_address_invalid`, `internet_address_refused`, or that of the look-up
   */
  requireEndpoint(url: string): Promise<void>;
}

/** Longest look-up of an endpoint, milliseconds. */
const ENDPOINT_LIMIT_MS = 10_000;

export function createOutgoing({
  resolvers,
  testAddresses,
  replacements,
  interfaces,
  storageAddresses = [],
  innerAddresses = [],
  zonePort = DNS_PORT,
  webPorts,
}: OutgoingSettings): Outgoing {
  const isTestAddress = listed(testAddresses);
  const isStorageAddress = listed([...storageAddresses, ...innerAddresses]);
  const isInnerAddress = listed(innerAddresses);
  // What listens here is meant for this machine, or is reached through the proxy before it, whatever the port.
  const isAllowed = (address: string) =>
    (isPublicAddress(address) || isTestAddress(address)) && !isOwnAddress(address, interfaces);
  const internet = createInternet({
    servers: () => (resolvers.length > 0 ? resolvers : systemServers()),
    isAllowed,
    isInnerAddress,
    zonePort,
    ...(webPorts === undefined ? {} : { webPorts }),
  });
  return {
    fetch: (plugin) =>
      createOutgoingFetch({ ...plugin, isAllowed, ...(replacements === undefined ? {} : { replacements }) }),
    internet: internet.doorOf,
    storage: (asked, limits) =>
      pinnedRequest(
        asked,
        {
          resolver: internet.resolver,
          isAllowed: (address) => isAllowed(address) || isStorageAddress(address),
          ...(webPorts === undefined ? {} : { webPorts }),
        },
        limits,
      ),
    async requireEndpoint(url) {
      const { hostname } = readEnteredUrl(url);
      const isReached = (address: string) => isAllowed(address) || isInnerAddress(address);
      const signal = AbortSignal.timeout(ENDPOINT_LIMIT_MS);
      await findAddresses(hostname, { resolver: internet.resolver, isAllowed: isReached }, signal);
    },
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
