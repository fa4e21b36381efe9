/** The label of a target that is a picture, which has no name. */
export const PICTURE_LABEL = '*';

/** Ranges that a screen may offer; the server resolves them to days. */
export const RANGE_PRESETS = [
  'today',
  'yesterday',
  '7_days',
  '30_days',
  '90_days',
  'this_month',
  'last_month',
  'all',
  'custom',
] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

export type StatisticsArea =
  | 'daily_statistics'
  | 'hourly_statistics'
  | 'visit_hour_statistics'
  | 'historical_statistics'
  | 'pc_historical_statistics';
