const DEFAULT_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);
const LETTER_A = 97;
const LETTER_Z = 122;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const HYPHEN = 45;
const DOT = 46;

/** A host as a visitor or an address names it. */
export interface HostName {
  /** Lower case, without the root's dot. */
  name: string;
  /** Empty where there is none, or a scheme's own. */
  port: string;
  /** The name's `nameHash`. */
  hash: number;
  /** What `changes` of the index were when no link was bound to it; -1: not known. */
  emptyAt: number;
}

/** Host name and port of a Host header, lower case; the port is empty where the header has none or a scheme's own. */
export function splitHost(header: string): { name: string; port: string } {
  const text = header.trim().toLowerCase();
  const colon = text.startsWith('[') ? text.indexOf(':', text.indexOf(']')) : text.indexOf(':');
  const port = colon < 0 ? '' : text.slice(colon + 1);
  const name = (colon < 0 ? text : text.slice(0, colon)).replace(/\.$/, '');
  return { name, port: DEFAULT_PORTS.has(port) ? '' : port };
}

/** The same with the name's hash. Names that are written as almost all are, are the header itself, looked at once. */
export function readHost(header: string): HostName {
  const { length } = header;
  let hash = FNV_BASIS;
  let letter = DOT;
  for (let at = 0; at < length; at++) {
    letter = header.charCodeAt(at);
    if (!isPlain(letter)) return readOther(header);
    hash = Math.imul(hash ^ letter, FNV_PRIME);
  }
  // With the root's dot, or nothing at all.
  if (letter === DOT) return readOther(header);
  return { name: header, port: '', hash: hash >>> 0, emptyAt: -1 };
}

function readOther(header: string): HostName {
  const { name, port } = splitHost(header);
  return { name, port, hash: nameHash(name), emptyAt: -1 };
}

const isPlain = (letter: number): boolean =>
  (letter >= LETTER_A && letter <= LETTER_Z) ||
  (letter >= DIGIT_0 && letter <= DIGIT_9) ||
  letter === HYPHEN ||
  letter === DOT;

/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** 32 bits of a host name, by which it is looked up. */
export function nameHash(name: string): number {
  let hash = FNV_BASIS;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
}

/** The 16 bits of a `nameHash` that stand beside targets. */
export const markOf = (hash: number): number => (hash ^ (hash >>> 16)) & 0xffff;

/** 16 bits of a host name, stored beside each target so that a visit sees cheaply that a target cannot be one of ours. */
export const hostHash = (name: string): number => markOf(nameHash(name));

/** The same of the host in an address, which may be written with the root's dot. */
export const addressHash = (address: string): number =>
  hostHash(new URL(address).hostname.replace(/\.$/, ''));
