import { field } from '@waypost/contract';
import { z } from 'zod';

/** What a plan bounds: things at a time, visits of a day, single visits that are kept. */
export const LIMIT_KINDS = ['codes', 'domains', 'visits', 'api_keys', 'kept_visits'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** How many of a kind; null: as many as one likes. */
export const zLimit = z.int().min(0).max(1_000_000_000).nullable();
export const zLimits = z.object({
  codes: zLimit,
  domains: zLimit,
  visits: zLimit,
  api_keys: zLimit,
  kept_visits: zLimit,
});
export type Limits = z.infer<typeof zLimits>;

const limit = () => field(zLimit, { list: 'hidden', default: null, section: 'limits' });
export const limitFields = {
  codes: limit(),
  domains: limit(),
  visits: limit(),
  api_keys: limit(),
  kept_visits: limit(),
};

/** Bought where there is none, added to the same, or in the place of another. */
export const QUOTE_KINDS = ['purchase', 'renewal', 'change'] as const;
export type QuoteKind = (typeof QUOTE_KINDS)[number];
