/** Tones of what a pool has left, and of what an item does with the next visitor. */
export const LEVEL_TONES = { level: { fine: 'good', low: 'warning', empty: 'bad' } } as const;
export const ITEM_TONES = {
  status: { open: 'good', closed: 'neutral', full: 'warning', over: 'bad', off: 'neutral' },
} as const;
