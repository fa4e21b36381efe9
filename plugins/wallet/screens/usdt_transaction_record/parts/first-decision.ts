import type { RowOf } from '@waypost/contract';
import type { DECISIONS } from '../calls.ts';
import type { transferResource } from '../resource.ts';

/** What is proposed first: of a lost order nobody knows any more, and money of the operator's own is given to nobody unseen. */
export function firstDecision({
  state,
  reason,
}: Pick<RowOf<typeof transferResource>, 'state' | 'reason'>): (typeof DECISIONS)[number] {
  if (state !== 'unmatched' || reason === 'own_account') return 'not_ours';
  return reason === 'restored' ? 'account' : 'order';
}
