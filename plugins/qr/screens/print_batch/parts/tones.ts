/** Colours of what a batch is about. */
export const BATCH_TONES = { state: { making: 'info', ready: 'good', stopped: 'warning' } } as const;
