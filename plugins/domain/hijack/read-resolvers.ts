import { addressReason } from '@waypost/contract';
import { parseAddress } from '@waypost/sdk';

/** As many as an operator may name for everything else. */
export const MOST_RESOLVERS = 8;

/** Addresses as they are entered: parted by commas or spaces. */
export const splitAddresses = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

/**
 * Whether a text is addresses of the public internet and nothing else. The way out holds each of them to it once more when it
 * is asked, at the port of name servers alone.
 */
export function arePublicResolvers(text: string): boolean {
  const parts = splitAddresses(text);
  return (
    parts.length <= MOST_RESOLVERS &&
    parts.every((part) => {
      if (parseAddress(part) === undefined) return false;
      return addressReason(`https://${part.includes(':') ? `[${part}]` : part}`) === undefined;
    })
  );
}
