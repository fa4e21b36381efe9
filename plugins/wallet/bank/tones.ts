/** How the states of bank transfers are shown. */
export const BANK_TONES = {
  state: { waiting: 'warning', approved: 'good', refused: 'bad' },
} as const;
