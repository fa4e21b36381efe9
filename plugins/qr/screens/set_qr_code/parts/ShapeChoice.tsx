import { type ReactNode, useId } from 'react';
import styles from './design-control.module.css';

export interface ShapeChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; picture: ReactNode }[];
  onChange: (value: T) => void;
}

/** A few looks to choose one of, each shown as it is drawn. */
export function ShapeChoice<T extends string>({ label, value, choices, onChange }: ShapeChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.tiles}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.tile}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
              {choice.picture}
            </svg>
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
