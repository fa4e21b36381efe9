import { Checkbox } from '@arco-design/web-react';
import { type ControlProps, useWords } from '@waypost/host-sdk';
import { LABEL_TEXTS, type LabelText } from '../values.ts';
import styles from './labels.module.css';

/** What is printed beside the code, in the order in which it is printed. */
export function TextsControl({ value = [], ...control }: ControlProps<LabelText[]>) {
  const words = useWords();
  return (
    <fieldset id={control.id} className={styles.choices} aria-describedby={control.describedBy}>
      <legend className="wp-visually-hidden">{control.label}</legend>
      {LABEL_TEXTS.map((text) => (
        <Checkbox
          key={text}
          checked={value.includes(text)}
          disabled={control.isDisabled}
          onChange={(isOn) =>
            control.onChange(LABEL_TEXTS.filter((one) => (one === text ? isOn : value.includes(one))))
          }
        >
          {words(`qr.label.texts.${text}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
