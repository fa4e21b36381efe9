/** What the platform itself is told who somebody is by: no plugin reads it. */
const OF_THE_PLATFORM: ReadonlySet<string> = new Set(['authorization', 'cookie', 'x-second-factor']);

/** Whether a call may name this header field, in lower case, for its handler. */
export function isCallHeader(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,63}$/.test(name) && !OF_THE_PLATFORM.has(name);
}
