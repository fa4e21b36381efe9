import { latin1, wordAt } from './bytes.ts';
import type { StoredLink } from './link-index.ts';

/** A link as the store keeps it, with the 12 bytes that name its last write; older ones have none. */
export interface ReadLink extends StoredLink {
  revision: Uint8Array | undefined;
  /** Names of what it shows, a blank between them; undefined when it only leads somewhere. */
  contents: string | undefined;
}

const STRING = 0x02;
const BINARY = 0x05;
const OBJECT_ID = 0x07;
/** The letters of `k` and `c`. */
const KEY = 0x6b;
const CONTENTS = 0x63;
/** The letter of `r`; `m` is of the publisher only. */
const REVISION = 0x72;

/** Host and code of a link's key: neither holds a slash. */
export function splitKey(key: string): { host: string; code: string } {
  const slash = key.indexOf('/');
  return { host: key.slice(0, slash), code: key.slice(slash + 1) };
}

/**
 * Reads a document of `visit_links` from its BSON bytes without making objects of it: a million of them are read at a
 * start. Undefined when it holds anything else. The result refers to `bytes`.
 */
export function readStoredLink(bytes: Uint8Array): ReadLink | undefined {
  let id: Uint8Array | undefined;
  let key: string | undefined;
  let compiled: Uint8Array | undefined;
  let revision: Uint8Array | undefined;
  let contents: string | undefined;
  let at = 4;
  while (at < bytes.length - 1) {
    const type = bytes[at];
    const name = bytes[at + 1];
    const isShort = bytes[at + 2] === 0;
    if (type === OBJECT_ID && !isShort) {
      const start = at + 5;
      id = bytes.subarray(start, start + 12);
      at = start + 12;
    } else if (type === OBJECT_ID && isShort) {
      if (name === REVISION) revision = bytes.subarray(at + 3, at + 15);
      at += 15;
    } else if (type === STRING && isShort && (name === KEY || name === CONTENTS)) {
      const length = wordAt(bytes, at + 3);
      const text = latin1(bytes, at + 7, at + 6 + length);
      if (name === KEY) key = text;
      else contents = text;
      at += 7 + length;
    } else if (type === BINARY && isShort && name === 0x76) {
      const length = wordAt(bytes, at + 3);
      compiled = bytes.subarray(at + 8, at + 8 + length);
      at += 8 + length;
    } else return undefined;
  }
  if (id === undefined || key === undefined || compiled === undefined) return undefined;
  const { host, code } = splitKey(key);
  return { id, host, code, compiled, revision, contents };
}
