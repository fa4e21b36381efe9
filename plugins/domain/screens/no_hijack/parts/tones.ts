const FACET = { good: 'good', bad: 'bad', unknown: 'neutral' } as const;

/** Colours of how a domain is. */
export const HIJACK_TONES = {
  state: { differs: 'bad', doubted: 'warning', unknown: 'neutral', good: 'good' },
  answers: FACET,
  site: FACET,
} as const;
