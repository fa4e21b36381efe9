import { WATCH_TONES } from '../../domain_monitor/parts/tones.ts';

/** Colours of how a spare stands. */
export const SPARE_TONES = {
  standing: {
    next: 'good',
    ready: 'good',
    in_use: 'info',
    has_codes: 'warning',
    failing: 'bad',
    unchecked: 'neutral',
    blocked: 'bad',
  },
} as const;

/** Colours of where a take-over is. */
export const TAKE_OVER_TONES = {
  state: {
    offered: 'warning',
    waiting: 'bad',
    moving: 'info',
    moved: 'warning',
    stopped: 'warning',
    moving_back: 'info',
    back: 'good',
    recovered: 'good',
    dismissed: 'neutral',
  },
  from_state: WATCH_TONES.state,
} as const;
