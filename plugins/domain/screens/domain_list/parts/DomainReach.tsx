import { Tag, useWords } from '@waypost/host-sdk';
import type { DomainRow } from '../row.ts';
import { DOMAIN_TONES } from './tones.ts';

/** Whether visits of a domain arrive; where its certificate alone keeps them away, that. */
export function DomainReach({ domain: { reach, reach_fault } }: { domain: DomainRow }) {
  const words = useWords();
  const reason = reach !== 'elsewhere' ? reach : reach_fault === 'no_safe_connection' ? 'certificate' : 'dns';
  return <Tag tone={DOMAIN_TONES.reach[reach]}>{words(`domain.domain.reach.${reason}`)}</Tag>;
}
