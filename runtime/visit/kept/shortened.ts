import { ADDRESS_BYTES, isVersion4 } from '../../sdk/address.ts';

/** Bytes that stay of an IPv6 address: what a line or a site is given. */
const VERSION6_BYTES = 6;

/** An address without what tells it from its neighbours: the last number of IPv4 is 0, all behind the first 48 bits of IPv6. */
export function shortened(address: Uint8Array): Uint8Array {
  const short = address.slice(0, ADDRESS_BYTES);
  return short.fill(0, isVersion4(short) ? ADDRESS_BYTES - 1 : VERSION6_BYTES);
}
