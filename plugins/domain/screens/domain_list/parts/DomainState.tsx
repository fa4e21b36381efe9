import { Tag, useWords } from '@waypost/host-sdk';
import type { DomainRow } from '../row.ts';
import { DOMAIN_TONES } from './tones.ts';

/** Whether a domain is its owner's; one of the platform says whether somebody has it. */
export function DomainState({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const { state, is_platform, owner_account } = domain;
  if (is_platform && state === 'proved')
    return (
      <Tag tone={owner_account === '' ? 'neutral' : 'good'}>
        {words(owner_account === '' ? 'domain.domain.free' : 'domain.domain.lent')}
      </Tag>
    );
  return <Tag tone={DOMAIN_TONES.state[state]}>{words(`domain.domain.state.${state}`)}</Tag>;
}
