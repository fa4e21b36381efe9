import { useWords } from '@waypost/host-sdk';
import { useEffect, useId, useState } from 'react';
import styles from './design-control.module.css';

export interface ColourFieldProps {
  label: string;
  /** `#rrggbb` in lower case. */
  value: string;
  /** Whether scanners cannot tell this colour from the ground. */
  isFaint?: boolean;
  onChange: (colour: string) => void;
}

const COLOUR = /^#?([0-9a-f]{6})$/i;

/** A colour to pick or to type: the letters are taken as soon as they are a colour. */
export function ColourField({ label, value, isFaint = false, onChange }: ColourFieldProps) {
  const words = useWords();
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const take = (typed: string) => {
    setText(typed);
    const [, digits] = COLOUR.exec(typed.trim()) ?? [];
    if (digits) onChange(`#${digits.toLowerCase()}`);
  };
  return (
    <div className={styles.labelled}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={`${styles.colour} ${isFaint ? styles.faint : ''}`}>
        <input
          type="color"
          className={styles.swatch}
          aria-label={words('qr.design.pick', { name: label })}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className={styles.hex}
          value={text}
          maxLength={9}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isFaint || undefined}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setText(value)}
        />
      </div>
    </div>
  );
}
