import { AppError } from '@waypost/contract';
import { formatAddress, type PluginContext, parseAddress } from '@waypost/sdk';

/** Where visits of this installation arrive. */
export interface OwnPlace {
  /** Name of the public host; empty: it is none. */
  host: string;
  /** What it leads to; of a public address without a name that itself. Empty: nobody could say. */
  addresses: readonly string[];
}

/** Finds out where visits arrive. What nobody can say now stays as it was. */
export type FindOwnPlace = () => Promise<OwnPlace>;

/** So long what was found is good for, and so long what was not is not asked for again, milliseconds. */
const KEPT_MS = 5 * 60_000;
const AGAIN_MS = 10_000;

/** @returns finds it out, and remembers it for some minutes: each list of domains wants to know */
export function createOwnPlace(context: PluginContext): FindOwnPlace {
  let found: (OwnPlace & { until: number; since: number }) | undefined;
  return async () => {
    const { host, literal } = publicHost(context);
    // An address needs no look-up, and one that was set a moment ago holds at once.
    if (host === '') return { host, addresses: literal === '' ? [] : [literal] };
    const now = context.clock.now();
    // A clock that was put back makes nothing good for ever.
    if (found?.host === host && now < found.until && now >= found.since) return found;
    const fresh = await lookUp(context, host);
    const known = found?.host === host ? found.addresses : [];
    const kept = { since: now, until: now + (fresh === undefined ? AGAIN_MS : KEPT_MS) };
    found = { host, addresses: fresh ?? known, ...kept };
    return found;
  };
}

/** The host of the public address: a name that others may be led to, or an address; both empty for a name of this machine alone. */
export function publicHost({ platform }: Pick<PluginContext, 'platform'>): { host: string; literal: string } {
  const hostname = new URL(platform.publicUrl).hostname.replace(/^\[|\]$/g, '');
  if (parseAddress(hostname) !== undefined) return { host: '', literal: hostname };
  return { host: hostname.includes('.') ? hostname : '', literal: '' };
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
