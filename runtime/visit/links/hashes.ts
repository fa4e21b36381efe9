/** `host`: the `nameHash` of its name, so that a visit need not know the host's number. */
export function hashCode(host: number, code: string): number {
  let hash = Math.imul(host ^ 0x811c9dc5, 0x9e3779b1);
  for (let at = 0; at < code.length; at++) hash = Math.imul(hash ^ code.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Of an id as three little-endian words. */
export function hashId(first: number, second: number, third: number): number {
  const hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b), 0x2c1b3c6d);
  return (hash ^ (hash >>> 15)) >>> 0;
}
