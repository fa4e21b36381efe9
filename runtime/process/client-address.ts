import {
  ADDRESS_BYTES,
  type AddressRange,
  formatAddress,
  isInRanges,
  parseAddress,
  parseRange,
  writeAddress,
} from '../sdk/address.ts';

/** The part of Bun's server that tells who is at the other end of the connection. */
export interface PeerSource {
  requestIP(request: Request): { address: string } | null;
}

export type ClientAddressWriter = (
  request: Request,
  server: PeerSource,
  bytes: Uint8Array,
  offset: number,
) => void;

const LOOPBACK = ['127.0.0.0/8', '::1'].flatMap((text) => parseRange(text) ?? []);
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

function writePeer(request: Request, server: PeerSource, bytes: Uint8Array, offset: number): void {
  const address = server.requestIP(request)?.address ?? '';
  if (!writeAddress(address, 0, address.length, bytes, offset)) bytes.fill(0, offset, offset + ADDRESS_BYTES);
}

/**
 * Writes the right-most address of X-Forwarded-For that is not one of ours; when all are ours, the left-most.
 * An entry that is no address ends the walk: what stands to the left of it came through something unknown.
 */
function writeForwarded(
  header: string,
  ranges: readonly AddressRange[],
  bytes: Uint8Array,
  offset: number,
): boolean {
  let isFound = false;
  let end = header.length;
  const candidate = end > 60 || header.includes(',') ? new Uint8Array(ADDRESS_BYTES) : undefined;
  if (candidate === undefined) return writeAddress(header, 0, end, bytes, offset);
  while (end >= 0) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    if (!writeAddress(header, comma + 1, end, candidate, 0)) break;
    bytes.set(candidate, offset);
    isFound = true;
    if (!isInRanges(ranges, candidate, 0)) break;
    end = comma;
  }
  return isFound;
}

/**
 * Makes the function that writes a visitor's address as 16 bytes: the peer's, or, when the peer is in
 * `trustedProxies` (CIDRs; a bad one throws), what X-Forwarded-For says. Without trusted proxies the header is never read.
 * `listenHost` is the address the server listens on: on a loopback address every peer is this machine, and the
 * look-up of the peer (3-5 µs) is saved where all of loopback is trusted.
 */
export function createClientAddressWriter(options: {
  trustedProxies: readonly string[];
  listenHost: string;
}): ClientAddressWriter {
  const ranges = options.trustedProxies.map((text) => {
    const range = parseRange(text);
    if (range === undefined) throw new RangeError(`TRUSTED_PROXIES: "${text}" is not a CIDR`);
    return range;
  });
  if (ranges.length === 0) return writePeer;
  const isLoopbackOnly = LOOPBACK_HOSTS.has(options.listenHost);
  const loopback = ['127.0.0.0', '127.255.255.255', '::1'].map((text) => parseRange(text)?.network);
  const isPeerTrusted =
    isLoopbackOnly && loopback.every((bytes) => bytes !== undefined && isInRanges(ranges, bytes, 0));
  return (request, server, bytes, offset) => {
    const header = request.headers.get('x-forwarded-for');
    if (header === null || header === '') return writePeer(request, server, bytes, offset);
    if (!isPeerTrusted) {
      writePeer(request, server, bytes, offset);
      if (!isInRanges(ranges, bytes, offset)) return;
    }
    if (!writeForwarded(header, ranges, bytes, offset)) writePeer(request, server, bytes, offset);
  };
}

/**
 * The same writer, which looks once at a request however often it is asked in a row: to find out the peer costs more than
 * all else that a visit's rules look at.
 */
export function rememberAddress(write: ClientAddressWriter): ClientAddressWriter {
  const known = new Uint8Array(ADDRESS_BYTES);
  let last: Request | undefined;
  return (request, server, bytes, offset) => {
    if (request !== last) write(request, server, known, 0);
    last = request;
    for (let at = 0; at < ADDRESS_BYTES; at++) bytes[offset + at] = known[at] as number;
  };
}

/** Reads a client's address as text, in one spelling for each address; `peer` is the connection's other end. */
export type AddressReader = (request: Request, peer: string) => string;

/**
 * The same for calls: what somebody did and what they visited carry one address.
 * @param trustedProxies addresses or CIDRs, already checked
 */
export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const write = createClientAddressWriter({ trustedProxies, listenHost: '' });
  return (request, peer) => {
    const bytes = new Uint8Array(ADDRESS_BYTES);
    write(request, { requestIP: () => ({ address: peer }) }, bytes, 0);
    return bytes.every((byte) => byte === 0) ? peer : formatAddress(bytes);
  };
}

/** Whether an address is of this machine's loopback network. */
export function isLoopback(address: string): boolean {
  const bytes = parseAddress(address);
  return bytes !== undefined && isInRanges(LOOPBACK, bytes, 0);
}
