/** Colours of the states of a report, in the list and on its page. */
export const REPORT_TONES = {
  state: { open: 'warning', frozen: 'bad', dismissed: 'neutral', answered: 'good', handled: 'neutral' },
} as const;
