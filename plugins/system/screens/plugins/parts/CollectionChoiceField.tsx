import type { CollectionChoice, PluginCollection } from '@waypost/contract/platform';
import { useFormat, useWords } from '@waypost/host-sdk';
import { ChoiceCards } from './ChoiceCards.tsx';
import notes from './plugins.module.css';

const CHOICES = ['keep', 'archive', 'drop'] as const;

/** What becomes of one collection when its plugin goes: kept, exported and dropped, or dropped. */
export function CollectionChoiceField({
  collection: { name, count, proposal },
  value,
  onChange,
}: {
  collection: PluginCollection;
  value: CollectionChoice;
  onChange: (choice: CollectionChoice) => void;
}) {
  const words = useWords();
  const format = useFormat();
  return (
    <ChoiceCards
      legend={
        <>
          <code>{name}</code>{' '}
          <span className={notes.seq}>
            {words('system.plugins.documents', { count, figure: format.number(count) })}
          </span>
        </>
      }
      choices={CHOICES}
      value={value}
      proposal={proposal}
      texts="system.plugins.choice"
      onChange={onChange}
    />
  );
}
