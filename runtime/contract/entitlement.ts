/** What may be bounded: things that somebody has at a time, visits of a day, and single visits that are kept. */
export const ENTITLEMENT_KINDS = ['codes', 'domains', 'visits', 'api_keys', 'kept_visits'] as const;
export type EntitlementKind = (typeof ENTITLEMENT_KINDS)[number];
