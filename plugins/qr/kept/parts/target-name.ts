import type { WordsFunction } from '@waypost/host-sdk';
import { targetName } from '../../codes/target-name.ts';
import type { KeptTarget } from '../calls.ts';

/** Where a visit was led to, as far as the code still leads there. */
export function keptTargetName(targets: readonly KeptTarget[], key: number, words: WordsFunction): string {
  const known = targets.find((one) => one.key === key);
  return known === undefined ? words('qr.kept_visit.target.former') : targetName(known.target, words);
}
