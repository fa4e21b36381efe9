import { PALETTE } from '@waypost/contract/constants';
import { useId } from 'react';
import styles from './colour-choice.module.css';

export interface ColourChoiceProps {
  label: string;
  /** `#rrggbb`; undefined: none of them. */
  value: string | undefined;
  onChange: (colour: string) => void;
}

/** One of the sixteen colours. Radio buttons, so that arrows move and the choice is said. */
export function ColourChoice({ label, value, onChange }: ColourChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.colours}>
        {PALETTE.map((colour) => (
          <input
            key={colour}
            type="radio"
            name={name}
            value={colour}
            aria-label={colour}
            style={{ backgroundColor: colour }}
            checked={value?.toLowerCase() === colour}
            onChange={() => onChange(colour)}
          />
        ))}
      </div>
    </fieldset>
  );
}
