import { field } from '@waypost/contract';

export { ENTITLEMENT_KINDS as LIMIT_KINDS } from '@waypost/contract';

import { z } from 'zod';

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
/** Of whoever nothing bounds. */
export const NO_LIMITS: Limits = {
  codes: null,
  domains: null,
  visits: null,
  api_keys: null,
  kept_visits: null,
};

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
