/** How the states of a server look. */
export const SERVER_TONES = {
  state: { unconfirmed: 'warning', up: 'good', down: 'bad', key_changed: 'bad' },
} as const;
