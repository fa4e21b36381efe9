import { YesNo } from '@waypost/contract';
import { Tag, useWords } from '@waypost/host-sdk';
import type { Person } from './person.ts';

/** Whether somebody can use their account, beside the name. */
export function PersonState({ disabled }: Pick<Person, 'disabled'>) {
  const words = useWords();
  return <Tag tone={disabled === YesNo.yes ? 'bad' : 'good'}>{words(`system.person.state.${disabled}`)}</Tag>;
}
