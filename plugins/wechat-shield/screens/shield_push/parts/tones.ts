/** How states of blocks and of notices look. */
export const PUSH_TONES = { state: { open: 'bad', lifted: 'good', gone: 'neutral' } } as const;
export const DELIVERY_TONES = { waiting: 'warning', sent: 'good', failed: 'bad' } as const;
