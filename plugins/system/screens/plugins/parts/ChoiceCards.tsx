import { useWords } from '@waypost/host-sdk';
import { type ReactNode, useId } from 'react';
import styles from './collection-choice.module.css';
import notes from './plugins.module.css';

interface ChoiceCardsProps<C extends string> {
  legend: ReactNode;
  choices: readonly C[];
  value: C;
  /** What the plugin's author proposes. */
  proposal?: C;
  /** Locale key whose `.<choice>.text` says what each leads to. */
  texts: string;
  onChange: (choice: C) => void;
}

/** Choices of what becomes of something when its plugin goes, each with what it leads to. */
export function ChoiceCards<C extends string>(props: ChoiceCardsProps<C>) {
  const words = useWords();
  const id = useId();
  return (
    <fieldset className={styles.fieldset}>
      <legend>{props.legend}</legend>
      <div className={styles.cards}>
        {props.choices.map((choice) => (
          <label key={choice} className={choice === 'drop' ? styles.danger : undefined}>
            <input
              type="radio"
              name={`${id}-choice`}
              checked={choice === props.value}
              onChange={() => props.onChange(choice)}
            />
            <strong>
              {words(`system.plugins.choice.${choice}`)}
              {choice === props.proposal ? (
                <span className={styles.proposal}>{words('system.plugins.choice.proposed')}</span>
              ) : null}
            </strong>
            <span className={`${notes.note} ${styles.note}`}>{words(`${props.texts}.${choice}.text`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
