import { domainToASCII } from 'node:url';

const ASCII_HOST =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** What ends a name in an address: more than a name is none. */
const MORE_THAN_A_NAME = /[\s/?#@:\\%[\]]/;

/** A host name as it is compared: lower case, ASCII, without a last dot; undefined for what is no host name. */
export function hostKey(name: string): string | undefined {
  if (MORE_THAN_A_NAME.test(name)) return undefined;
  const ascii = domainToASCII(name.replace(/\.$/, '')).toLowerCase();
  return ASCII_HOST.test(ascii) ? ascii : undefined;
}

/** The same of a Host header, its port left out. */
export function hostOfHeader(header: string): string | undefined {
  return hostKey(header.replace(/:\d{1,5}$/, ''));
}
