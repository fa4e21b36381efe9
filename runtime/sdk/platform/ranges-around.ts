import { ADDRESS_BYTES, formatRange, parseRange } from '../address.ts';

const WHOLE = ADDRESS_BYTES * 8;

/**
 * An address and every range that it is in, in the one spelling of each, so that a list is asked for them by name.
 * @returns nothing for what is no single address
 */
export function rangesAround(ip: string): string[] {
  const whole = parseRange(ip);
  if (whole === undefined || whole.bits !== WHOLE) return [];
  return [
    ...new Set(Array.from({ length: WHOLE + 1 }, (_, bits) => formatRange({ network: whole.network, bits }))),
  ];
}
