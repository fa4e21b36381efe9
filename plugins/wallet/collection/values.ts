/** What stands against collecting; empty: nothing. */
export const COLLECTION_OBSTACLES = [
  '',
  'signer',
  'collect_to',
  'collect_other',
  'fee_account',
  'running',
] as const;
export type CollectionObstacle = (typeof COLLECTION_OBSTACLES)[number];
