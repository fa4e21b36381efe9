const FINDING = { good: 'good', bad: 'bad', unknown: 'neutral' } as const;

/** Colours of what a domain is about. */
export const DOMAIN_TONES = {
  state: { waiting: 'info', proved: 'good', lost: 'bad', released: 'neutral', retired: 'neutral' },
  reach: { unknown: 'neutral', here: 'good', elsewhere: 'warning' },
  dns: FINDING,
  https: FINDING,
} as const;
