/** Types of records that lead visits here. */
export const LEADING_TYPES = ['A', 'AAAA', 'CNAME'] as const;
export type LeadingType = (typeof LEADING_TYPES)[number];
