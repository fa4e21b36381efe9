import { errors } from '@waypost/contract';
import { networkOf } from '@waypost/sdk';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type RefusalPace, systemRefusalPace } from './refusal-pace.ts';

/** Requests a minute of one account or address to one call, unless the call says otherwise (contract, `ratePerMinute`). */
export const CALL_DEFAULT_PER_MINUTE = 600;
/** Requests a minute of one address to the whole API, counted before anything is looked up. */
const ADDRESS_PER_MINUTE = 6_000;

export interface RateLimits {
  /** @throws AppError `too_many_requests` 429 with the seconds to wait */
  takeAddress(address: string): Promise<void>;
  /** @param who account id of a signed-in caller, else the address; one IPv6 line is counted as one, however many addresses it has */
  takeCall(call: string, who: string, perMinute?: number): Promise<void>;
  /** Slows down who is refused again and again. */
  holdRefusal: RefusalPace['hold'];
}

/** @param scale multiplies every limit: benchmarks and tests send more than people do */
export function createRateLimits(scale = 1): RateLimits {
  const byPoints = new Map<number, RateLimiterMemory>();
  const limiter = (perMinute: number) => {
    const points = Math.max(1, Math.round(perMinute * scale));
    const existing = byPoints.get(points);
    if (existing !== undefined) return existing;
    const created = new RateLimiterMemory({ points, duration: 60 });
    byPoints.set(points, created);
    return created;
  };
  const take = async (key: string, perMinute: number) => {
    try {
      await limiter(perMinute).consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw errors.tooManyRequests.create({ seconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) });
    }
  };
  return {
    takeAddress: (address) => take(`address ${networkOf(address)}`, ADDRESS_PER_MINUTE),
    takeCall: (call, who, perMinute = CALL_DEFAULT_PER_MINUTE) =>
      take(`${call} ${networkOf(who)}`, perMinute),
    holdRefusal: systemRefusalPace(scale).hold,
  };
}
