/** Tones of the codes of a customer's fields, alike in list and page. */
export const USER_TONES = {
  disabled: { 1: 'good', 2: 'bad' },
  online_status: { 1: 'neutral', 2: 'good' },
} as const;
