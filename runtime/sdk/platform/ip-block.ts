import { doRangesMeet, formatRange, parseRange } from '../address.ts';

/** Why an address or range cannot be refused everywhere. */
export type IpBlockFault = 'form' | 'loopback' | 'own' | 'proxy';

/** What nobody may shut out: the machine itself, as everything that runs beside the product calls from there. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * The one spelling of an address or range that is to be refused everywhere, or why it must not be.
 * @param input.text an IPv4 or IPv6 address, or a range such as 192.0.2.0/24
 * @param input.own address of whoever asks; undefined on the command line
 * @param input.proxies TRUSTED_PROXIES
 */
export function ipBlockOf(input: {
  text: string;
  own: string | undefined;
  proxies: readonly string[];
}): { ip: string } | { fault: IpBlockFault } {
  const range = parseRange(input.text);
  if (range === undefined) return { fault: 'form' };
  const meets = (texts: readonly string[]) =>
    texts.some((text) => {
      const other = parseRange(text);
      return other !== undefined && doRangesMeet(range, other);
    });
  if (input.own !== undefined && meets([input.own])) return { fault: 'own' };
  if (meets(LOOPBACK)) return { fault: 'loopback' };
  if (meets(input.proxies)) return { fault: 'proxy' };
  return { ip: formatRange(range) };
}
