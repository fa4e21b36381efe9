/** Methods of `context.visits` that only read and answer JSON: a plugin in a process of its own has them through the host. */
export const REMOTE_VISITS: ReadonlySet<string> = new Set([
  'today',
  'poolCounts',
  'targetCounts',
  'forwardCounts',
  'shieldRefusals',
  'refusedVisits',
  'tryShield',
  'visitors',
  'days',
  'firstDay',
  'firstHours',
  'links',
  'uniqueAddresses',
  'isReserved',
  'keepPicture',
  'picture',
  'trial',
  'tryVisit',
  'previewPage',
  'visitorCounts',
  'address',
  'ownerDays',
  'hostDays',
  'hourAccounts',
  'keptVisits',
  'keptCounts',
  'visitClearings',
  'targetKeys',
  'clearVisits',
  'restoreVisits',
  'eraseVisits',
  'keepVisits',
]);

/** Methods of `context.answers`. */
export const REMOTE_ANSWERS: ReadonlySet<string> = new Set(['put', 'remove', 'replace', 'isOwnSignature']);

/** What a parameter is: JSON, the request that is being handled, or its caller. The last two cross as a number. */
export type ParameterKind = 'value' | 'request' | 'caller';

/** Methods of `context.identity` that such a plugin has with the capability `identity`, and their parameters. */
export const REMOTE_IDENTITY: Readonly<Record<string, readonly ParameterKind[]>> = {
  challenge: [],
  platformSettings: [],
  currentPlatformSettings: [],
  profile: ['caller', 'value'],
  menuTree: ['request'],
  changePassword: ['value', 'request'],
  hashPassword: ['value', 'value', 'request'],
  endSessions: ['value'],
  forget: ['value'],
  roleId: ['value'],
  roles: [],
  roleName: ['value', 'value'],
  requireRoleWithin: ['value', 'caller'],
};
