import { ShieldStatus } from '@waypost/contract';
import type { Status } from '../status/values.ts';
import type { Vote } from './values.ts';

/**
 * What several providers say together. Detections that failed and providers that are not believed do not vote. So many have to
 * agree, and more than say the opposite; else nobody knows, which is a detection that failed.
 */
export function judge(votes: readonly Pick<Vote, 'status' | 'counts'>[], quorum: number): Status {
  const voting = votes.filter(({ status, counts }) => counts && status !== ShieldStatus.failed);
  const blocked = voting.filter(({ status }) => status === ShieldStatus.blocked).length;
  const normal = voting.length - blocked;
  if (blocked >= quorum && blocked > normal) return ShieldStatus.blocked;
  if (normal >= quorum && normal > blocked) return ShieldStatus.normal;
  return ShieldStatus.failed;
}
