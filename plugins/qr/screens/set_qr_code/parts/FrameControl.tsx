import { Input } from '@arco-design/web-react';
import { useWords } from '@waypost/host-sdk';
import { useId } from 'react';
import { type Design, FRAME_MAX_LETTERS, MIN_FRAMED_ZONE } from '../../../codes/design/values.ts';
import { ColourField } from './ColourField.tsx';
import styles from './design-control.module.css';

export interface FrameControlProps {
  design: Design;
  onChange: (part: Partial<Design>) => void;
}

/** A text below the code in a border around it; without a text there is none. */
export function FrameControl({ design, onChange }: FrameControlProps) {
  const words = useWords();
  const id = useId();
  const { frame } = design;
  const colour = frame?.colour ?? design.finder;
  const change = (text: string) =>
    onChange(
      text.trim() === ''
        ? { frame: null }
        : { frame: { text, colour }, quiet_zone: Math.max(design.quiet_zone, MIN_FRAMED_ZONE) },
    );
  return (
    <div className={styles.row}>
      <div className={styles.labelled}>
        <label htmlFor={id} className={styles.label}>
          {words('qr.design.frame')}
        </label>
        <Input
          id={id}
          className={styles.frameText ?? ''}
          autoComplete="off"
          maxLength={FRAME_MAX_LETTERS}
          placeholder={words('qr.design.frame.placeholder')}
          value={frame?.text ?? ''}
          onChange={change}
        />
      </div>
      {frame ? (
        <ColourField
          label={words('qr.design.frame.colour')}
          value={colour}
          onChange={(chosen) => onChange({ frame: { ...frame, colour: chosen } })}
        />
      ) : null}
    </div>
  );
}
