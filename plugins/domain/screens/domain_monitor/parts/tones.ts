const FACET = { good: 'good', bad: 'bad', unknown: 'neutral' } as const;

/** Colours of how a domain is. */
export const WATCH_TONES = {
  state: { failing: 'bad', doubted: 'warning', ending: 'warning', unknown: 'neutral', working: 'good' },
  dns: FACET,
  http: FACET,
  https: FACET,
  certificate: FACET,
  registration: FACET,
} as const;
