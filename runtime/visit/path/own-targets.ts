import { codeInPath, withoutTail } from '@waypost/contract';
import { FORWARD_HOST } from '../links/compiled-forwards.ts';
import { IGNORES_CASE } from '../links/compiled-link.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { type HostName, hostHash, markOf, readHost, splitHost } from '../rules/host-name.ts';
import { withParameter } from './query-text.ts';

/** The address a visitor asked for. */
export type VisitedHost = HostName;

export interface OwnTargets {
  /** Quick test by the 16 bit hash kept beside each target: false means that the target is not one of ours. */
  mayBeOwn(targetHash: number, visited: VisitedHost): boolean;
  /** Ordinal of the link of ours that an address leads to, or -1. */
  resolve(address: string, visited: VisitedHost): number;
  /** Ordinal of the link that answers `code` on this host, or -1. */
  find(host: HostName, code: string): number;
  /**
   * How the code is written that answers what is asked for where nothing answers just that: without what stands behind it, or in small
   * letters where its owner wants both. Undefined: none does.
   */
  otherwise(host: HostName, asked: string): string | undefined;
  /** Whether a host is the installation's own. */
  isOwnName(hostName: string): boolean;
  /** Whether an address, whatever its path, is answered by this installation. */
  leadsHere(address: string, visited: VisitedHost): boolean;
  /**
   * Whether a code's target that is no code of ours may be answered by rules of ours (`leadsHere`), on a way that others of ours
   * have led on already: their count goes along, so that what leads round comes to an end.
   */
  goesOn(address: string, visited: VisitedHost, asked: string): boolean;
}

/** Query parameter that carries how many of our links a chain has passed. */
export const HOP_PARAMETER = 'waypost_hop';
const QUESTION_MARK = 63;
const AMPERSAND = 38;
/** A chain of our links is followed this far; then it is taken for a loop. */
export const MAX_HOPS = 5;

/** Host and port in an address as targets have it: `normalizeTarget` leaves no user before it, and a slash behind it. */
export function authorityIn(address: string): string {
  const start = address.indexOf('://') + 3;
  return address.slice(start, address.indexOf('/', start));
}

/**
 * Knows which addresses are answered by this installation: `ownHosts` (`name` or `name:port`), hosts that links are
 * bound to, and whatever host the visitor came by. A host that links are bound to answers its own codes only, so that a
 * customer's domain never serves another customer's links; every other host answers links without a host, but for `goneHosts`,
 * names that were given up.
 */
export function createOwnTargets(
  index: LinkIndex,
  ownHosts: readonly string[],
  goneHosts: readonly string[] = [],
): OwnTargets {
  const gone = new Set(goneHosts);
  const own = ownHosts.map(splitHost);
  const ownNames = new Set(own.map(({ name }) => name));
  const ownAddresses = new Set(own.map(({ name, port }) => `${name}:${port}`));
  const marks = new Uint8Array(2 ** 16 / 8);
  const mark = (name: string): void => {
    const hash = hostHash(name);
    marks[hash >> 3] = (marks[hash >> 3] as number) | (1 << (hash & 7));
  };
  for (const name of ownNames) mark(name);
  let markedHosts = 0;
  const unbound = index.hosts.intern('');

  const find = (host: HostName, code: string): number => {
    // Visits in a row by one host, as that of the platform, ask once whether it has links.
    if (host.emptyAt !== index.changes) {
      const found = index.findOn(host, code);
      if (found >= 0) return found;
      if (!index.hasLinksOn(host)) host.emptyAt = index.changes;
      else if (!ownNames.has(host.name)) return -1;
    }
    return gone.has(host.name) ? -1 : index.find(unbound, code);
  };

  const otherwise = (host: HostName, asked: string): string | undefined => {
    const code = withoutTail(asked);
    if (code !== asked && find(host, code) >= 0) return code;
    const small = code.toLowerCase();
    if (small === code) return undefined;
    const ordinal = find(host, small);
    return ordinal >= 0 && (index.bitsOf(ordinal) & IGNORES_CASE) !== 0 ? small : undefined;
  };

  const findAsked = (host: HostName, asked: string): number => {
    const found = find(host, asked);
    if (found >= 0) return found;
    const code = otherwise(host, asked);
    return code === undefined ? -1 : find(host, code);
  };

  const isOwn = (host: HostName, visited: VisitedHost): boolean => {
    const { name, port } = host;
    if (name === visited.name) return port === visited.port;
    const isOwnName = ownNames.has(name);
    if (isOwnName && ownAddresses.has(`${name}:${port}`)) return true;
    return (isOwnName || index.hasLinksOn(host)) && (port === '' || port === visited.port);
  };

  const leadsHere = (address: string, visited: VisitedHost): boolean => {
    const host = readHost(new URL(address).host);
    const forwards = index.hosts.numberOf(FORWARD_HOST);
    return isOwn(host, visited) || (forwards >= 0 && index.find(forwards, host.name) >= 0);
  };

  return {
    find,
    otherwise,
    mayBeOwn: (targetHash, visited) => {
      for (; markedHosts < index.hosts.size; markedHosts++) mark(index.hosts.nameOf(markedHosts));
      const isMarked = ((marks[targetHash >> 3] as number) & (1 << (targetHash & 7))) !== 0;
      return isMarked || targetHash === markOf(visited.hash);
    },
    isOwnName: (hostName) => ownNames.has(hostName),
    leadsHere,
    goesOn: (address, visited, asked) => hopsOf(asked) > 0 && leadsHere(address, visited),
    resolve: (address, visited) => {
      // With thousands of hosts many an address passes the quick test that is none of theirs: it is not parsed.
      const host = readHost(authorityIn(address));
      if (!isOwn(host, visited)) return -1;
      const code = codeInPath(new URL(address).pathname);
      return code === undefined ? -1 : findAsked(host, code);
    },
  };
}

/** The hops that an address says a chain has made; 0 when it says nothing sensible. */
export function hopsOf(address: string): number {
  let start = address.lastIndexOf(`${HOP_PARAMETER}=`);
  // The name of another parameter may end like ours.
  while (start > 0 && !isBeforeParameter(address.charCodeAt(start - 1)))
    start = address.lastIndexOf(`${HOP_PARAMETER}=`, start - 1);
  if (start <= 0) return 0;
  const hops = Number.parseInt(
    address.slice(start + HOP_PARAMETER.length + 1, start + HOP_PARAMETER.length + 4),
    10,
  );
  return Number.isFinite(hops) && hops > 0 ? hops : 0;
}

const isBeforeParameter = (letter: number): boolean => letter === QUESTION_MARK || letter === AMPERSAND;

/** The address of the next link of a chain, with the number of hops made. */
export function withHops(address: string, hops: number): string {
  return withParameter(address, HOP_PARAMETER, String(hops));
}
