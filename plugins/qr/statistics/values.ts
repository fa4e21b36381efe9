/** The label of a target that is a picture, which has no name. */
export const PICTURE_LABEL = '*';

export type StatisticsArea =
  | 'daily_statistics'
  | 'hourly_statistics'
  | 'visit_hour_statistics'
  | 'historical_statistics'
  | 'pc_historical_statistics';
