/** What a version of a code holds: where it leads, for whom, and by which rules. */
export const VERSION_FIELDS = [
  ...(['targets', 'rotation_model', 'visit_rules'] as const),
  ...(['jump_type', 'forward_query', 'access_mode', 'visit_restriction', 'expired_target'] as const),
] as const;
export type VersionField = (typeof VERSION_FIELDS)[number];
