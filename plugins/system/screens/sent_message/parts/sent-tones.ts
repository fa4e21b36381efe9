/** How states of what was sent, and of those who got it, look. */
export const SENT_TONES = {
  state: { sending: 'info', stopped: 'warning', sent: 'good', taken_back: 'neutral' },
} as const;

export const RECEIPT_TONES = {
  read: 'good',
  unread: 'warning',
  removed: 'neutral',
  taken_back: 'neutral',
} as const;
