import { parseAddress } from '@waypost/sdk';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** RFC 1918, 6598, 3927, 1122, 2544, 5737, multicast and what is beyond. */
const INNER_V4 =
  '0\\.|10\\.|127\\.|169\\.254\\.|192\\.168\\.|192\\.0\\.[02]\\.|198\\.1[89]\\.|198\\.51\\.100\\.|203\\.0\\.113\\.' +
  '|172\\.(?:1[6-9]|2\\d|3[01])\\.|100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\.|22[4-9]\\.|2[3-5]\\d\\.';
const V4 = `(?!${INNER_V4})${OCTET}(?:\\.${OCTET}){3}`;
/** 2000::/3 is all that has been given out; in it documentation (RFC 3849) and addresses that carry IPv4 (6to4, Teredo). */
const V6 = '(?!2001:0?db8:|2001:0{0,4}:|2002:)[23][0-9a-fA-F]{3}:[0-9a-fA-F:]{2,34}';
const ONE = `(?:${V4}|${V6})`;

/**
 * Addresses of the public internet, at most eight, parted by commas or spaces. A pattern, because settings are checked where
 * functions do not get; the way out holds each address to it once more when it is asked, at the port of name servers alone.
 */
export const PUBLIC_RESOLVERS = new RegExp(`^(?:${ONE}(?:[,\\s]+${ONE}){0,7})?$`);

/** The addresses of a setting; what only looks like one is left out. */
export const readResolvers = (text: string): string[] =>
  text.split(/[\s,]+/).filter((part) => part !== '' && parseAddress(part) !== undefined);
