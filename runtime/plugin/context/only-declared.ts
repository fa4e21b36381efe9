import type { VisitAccess } from '@waypost/sdk';
import type { OperationAdministration } from '@waypost/sdk/platform';

const DESK = ['recent', 'find', 'cancel', 'retry', 'file', 'discard', 'keepResults', 'onChange'] as const;
const VISITS = [
  ...([
    'publish',
    'publishPools',
    'poolCounts',
    'targetCounts',
    'publishForwards',
    'forwardCounts',
    'publishShields',
    'shieldRefusals',
    'refusedVisits',
    'tryShield',
    'withdraw',
    'retire',
    'keepPicture',
    'picture',
    'isReserved',
    'scanToken',
    'trial',
    'tryVisit',
    'previewPage',
    'totals',
    'today',
    'visitors',
  ] as const),
  ...([
    'days',
    'firstDay',
    'firstHours',
    'uniqueAddresses',
    'links',
    'visitorCounts',
    'visitorStream',
  ] as const),
  ...(['address', 'ownerDays', 'hostDays'] as const),
  'onAggregated',
  'hourAccounts',
  ...(['keptVisits', 'keptVisitStream', 'keptCounts', 'visitClearings', 'targetKeys'] as const),
  ...(['clearVisits', 'restoreVisits', 'eraseVisits', 'keepVisits', 'tidyVisits'] as const),
] as const;

/** The desk as plugins know it: what carries it out can do more. */
export const operationDeskOf = (operations: OperationAdministration): OperationAdministration =>
  pick(operations, DESK);

/** Visits as plugins know them: what carries them out can do more. */
export const visitAccessOf = (visits: VisitAccess): VisitAccess => pick(visits, VISITS);

/** A method that the type gains and a list lacks does not compile. */
function pick<T extends object, K extends keyof T>(whole: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<T, K>;
}
