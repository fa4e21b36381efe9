import type { CollectionChoice, PluginCollection } from '@waypost/contract/platform';
import { useFormat, useWords } from '@waypost/host-sdk';
import { useId } from 'react';
import styles from './collection-choice.module.css';
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
  const id = useId();
  return (
    <fieldset className={styles.fieldset}>
      <legend>
        <code>{name}</code>{' '}
        <span className={notes.seq}>
          {words('system.plugins.documents', { count, figure: format.number(count) })}
        </span>
      </legend>
      <div className={styles.cards}>
        {CHOICES.map((choice) => (
          <label key={choice} className={choice === 'drop' ? styles.danger : undefined}>
            <input
              type="radio"
              name={`${id}-choice`}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            <strong>
              {words(`system.plugins.choice.${choice}`)}
              {choice === proposal ? (
                <span className={styles.proposal}>{words('system.plugins.choice.proposed')}</span>
              ) : null}
            </strong>
            <span className={`${notes.note} ${styles.note}`}>
              {words(`system.plugins.choice.${choice}.text`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
