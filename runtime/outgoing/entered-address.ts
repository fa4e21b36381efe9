import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { internetErrors } from './internet-errors.ts';

/**
 * Ports that other protocols than HTTP are at home at, above 1023; what browsers refuse to send requests to (Fetch,
 * "port blocking"). A request to one of them is somebody's try to speak to a mail server or a terminal through us.
 */
const OTHERS_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);
/** Below these only the ports of the web: everything else there is a service of the system. */
const FIRST_FREE_PORT = 1024;
/** Where TLS is spoken from the first byte: https, nntps, ldaps, DNS over TLS, ftps, imaps, pop3s, submissions. */
const TLS_PORTS: ReadonlySet<number> = new Set([443, 465, 563, 636, 853, 989, 990, 992, 993, 995]);

const isFreePort = (port: number) => port >= FIRST_FREE_PORT && port <= 65_535 && !OTHERS_PORTS.has(port);

/**
 * Reads an address that a request is to go to. What has many spellings (numbers in hex and octal, full-width digits, signs
 * of other scripts, a dot at the end) has one afterwards.
 * @throws AppError `internet_address_invalid`
 */
export function readEnteredUrl(text: string): URL {
  const url = URL.parse(text);
  const refuse = () => internetErrors.addressInvalid.create({ host: url?.host ?? text.slice(0, 200) });
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse();
  if (url.username !== '' || url.password !== '') throw refuse();
  if (url.port !== '' && url.port !== '80' && url.port !== '443' && !isFreePort(Number(url.port)))
    throw refuse();
  // `http://example.com.` is the same server; its certificate and its own name for itself have no dot.
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.hostname === '') throw refuse();
  return url;
}

/**
 * Reads the name or address of a server whose certificate is looked at, as it stands in a URL.
 * @throws AppError `internet_address_invalid`
 */
export function readEnteredHost(text: string, port: number): string {
  const refuse = () => internetErrors.addressInvalid.create({ host: text.slice(0, 200) });
  if (!Number.isInteger(port) || (!TLS_PORTS.has(port) && !isFreePort(port))) throw refuse();
  const url = URL.parse(`https://${isIP(text) === 6 ? `[${text}]` : text}/`);
  // Whatever has more than a host in it is no host.
  if (url === null || url.pathname !== '/' || url.port !== '' || url.username !== '' || /[?#/\\@]/.test(text))
    throw refuse();
  const host = url.hostname.replace(/\.$/, '');
  if (host === '') throw refuse();
  return host;
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** RFC 1035, without the lengths of the labels. */
const LONGEST_NAME = 253;

/**
 * A name as it stands in the DNS: lower case, ASCII, no dot at the end. Undefined for what is none: a single label (names
 * of our own network, and whole countries), an address.
 */
export function readDnsName(text: string): string | undefined {
  const name = domainToASCII(text).toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  const isName =
    text.length <= LONGEST_NAME * 4 &&
    name.length <= LONGEST_NAME &&
    labels.length >= 2 &&
    isIP(name) === 0 &&
    labels.every((label) => LABEL.test(label));
  return isName ? name : undefined;
}
