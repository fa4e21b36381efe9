import { AppError } from '@waypost/contract';
import { formatAddress, type PluginContext, parseAddress } from '@waypost/sdk';
import type { OwnPlace } from './ask-dns.ts';

/** So long what was found is good for. */
const KEPT_MS = 5 * 60_000;

/**
 * Where visits of this installation arrive: the addresses of its public host, and those that an operator says beside, such as
 * of a proxy. What nobody can say now stays as it was.
 */
export function createOwnPlace(context: PluginContext): (said: string) => Promise<OwnPlace> {
  let found: { host: string; addresses: readonly string[]; at: number } | undefined;
  return async (said) => {
    const host = new URL(context.platform.publicUrl).hostname.replace(/^\[|\]$/g, '');
    const isName = parseAddress(host) === undefined && host.includes('.');
    const now = context.clock.now();
    if (found?.host !== host || Math.abs(now - found.at) >= KEPT_MS) {
      const fresh = isName ? await lookUp(context, host) : [host];
      if (fresh !== undefined || found?.host !== host) found = { host, addresses: fresh ?? [], at: now };
    }
    return { host: isName ? host : '', addresses: new Set([...found.addresses, ...readAddresses(said)]) };
  };
}

/** Addresses as they are entered: parted by commas or spaces. */
export const readAddresses = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .flatMap((address) => parseAddress(address) ?? [])
    .map((bytes) => formatAddress(bytes));

async function lookUp(context: PluginContext, host: string): Promise<string[] | undefined> {
  const found = await Promise.allSettled(
    (['A', 'AAAA'] as const).map((type) => context.internet.resolve(host, type)),
  );
  for (const one of found)
    if (one.status === 'rejected' && !(one.reason instanceof AppError)) throw one.reason;
  const addresses = found.flatMap((one) =>
    one.status === 'fulfilled' ? one.value.records.map(({ value }) => value) : [],
  );
  return addresses.length === 0 ? undefined : addresses;
}
