import { InputNumber } from '@arco-design/web-react';
import { useFormat, useWords } from '@waypost/host-sdk';
import { useId, useMemo, useState } from 'react';
import { codeSizeOf, smallestSize } from '../design/print-size.ts';
import type { Design } from '../design/values.ts';
import styles from './download-panel.module.css';

/** An arm's length and a half: a table, a counter, a door. */
const FIRST_DISTANCE = 1;
const DISTANCE = { min: 0.1, max: 100, step: 0.5 } as const;
/** From here on people think in centimetres. */
const CENTIMETRES_FROM = 100;

/** A tenth of a metre is ten centimetres, whatever the last bit of a fraction says. */
const roundedUp = (length: number) => Math.ceil(length - 1e-6);

/** How large the code has to be printed to be read from so far away, and why. */
export function PrintSize({ address, design }: { address: string; design: Design | null | undefined }) {
  const words = useWords();
  const format = useFormat();
  const id = useId();
  const [metres, setMetres] = useState(FIRST_DISTANCE);
  const size = useMemo(() => codeSizeOf(address, design), [address, design]);
  const { module, code, picture } = smallestSize(size, metres);
  const lengthOf = (millimetres: number) =>
    millimetres < CENTIMETRES_FROM
      ? words('qr.print_size.millimetres', { value: format.number(roundedUp(millimetres)) })
      : words('qr.print_size.centimetres', { value: format.number(roundedUp(millimetres / 10)) });
  return (
    <div className={styles.size}>
      <label htmlFor={id}>{words('qr.print_size.distance')}</label>
      <InputNumber
        id={id}
        className={styles.distance ?? ''}
        value={metres}
        {...DISTANCE}
        suffix={words('qr.print_size.unit')}
        onChange={(value) => {
          if (Number.isFinite(value)) setMetres(value);
        }}
      />
      <output htmlFor={id}>
        {words('qr.print_size.least', {
          code: lengthOf(code),
          picture: lengthOf(picture),
          number: size.count,
          module: words('qr.print_size.millimetres', { value: format.number(roundedUp(module * 10) / 10) }),
        })}
      </output>
    </div>
  );
}
