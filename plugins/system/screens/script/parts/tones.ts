/** How the states of runs look, and of what became of them on each server. */
export const RUN_TONES = {
  state: { waiting: 'neutral', running: 'warning', done: 'good', failed: 'bad', cancelled: 'neutral' },
} as const;
export const RESULT_TONES = {
  ...RUN_TONES.state,
  timed_out: 'bad',
  unreachable: 'bad',
  unknown: 'bad',
} as const;
