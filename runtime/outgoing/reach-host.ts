import type { LookupAddress } from 'node:dns';
import { connectionFault, isBeforeSending } from './connection-fault.ts';
import { type AddressSources, findAddresses } from './find-addresses.ts';
import { internetErrors } from './internet-errors.ts';

export interface Reach<T> {
  /** As in a URL; IPv6 addresses in brackets. */
  hostname: string;
  /** How whoever entered it is told of it. */
  host: string;
  sources: AddressSources;
  /** Whoever asked gives up. */
  signal: AbortSignal;
  limitMs: number;
  /** Connects to one address that was checked; `signal` ends it. */
  connect(address: LookupAddress, signal: AbortSignal): Promise<T>;
}

/**
 * Finds the addresses of a host and connects to the first of them where somebody listens.
 * @throws AppError that says what stood between; the signal's reason
 */
export async function reachHost<T>({
  hostname,
  host,
  sources,
  signal,
  limitMs,
  connect,
}: Reach<T>): Promise<T> {
  const over = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, over]);
  try {
    const addresses = await findAddresses(hostname, sources, either);
    for (const [at, address] of addresses.entries()) {
      try {
        return await connect(address, either);
      } catch (error) {
        if (at + 1 === addresses.length || either.aborted || !isBeforeSending(error)) throw error;
      }
    }
    throw internetErrors.noAddress.create({ host });
  } catch (error) {
    signal.throwIfAborted();
    throw connectionFault(error, { host, isOver: over.aborted });
  }
}
