/** An address that WeChat is asked about. */
export interface CheckedAddress {
  url: string;
  /** Its host, as the DNS has it, without a port. */
  host: string;
}

/** Longest address that is entered, letters. */
export const LONGEST_ADDRESS = 2_000;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * What somebody entered as an address: a domain alone stands for its first page. Undefined for what is none that could be
 * opened in WeChat: another scheme, a name without a dot, a password in it.
 */
export function readAddress(entered: string): CheckedAddress | undefined {
  const text = entered.trim();
  if (text === '' || text.length > LONGEST_ADDRESS || /\s/.test(text)) return undefined;
  const url = URL.parse(SCHEME.test(text) ? text : `https://${text}`);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if (!host.includes('.') || host.startsWith('.') || host.endsWith('.')) return undefined;
  url.hash = '';
  return { url: url.href, host };
}

/** The first page of a name. */
export const addressOf = (host: string): CheckedAddress => ({ url: `https://${host}/`, host });

/** Whether an address stands for all of its name: what is said of one page is not said of the name. */
export function isWholeName({ url }: CheckedAddress): boolean {
  const { pathname, search, port } = new URL(url);
  return pathname === '/' && search === '' && port === '';
}
