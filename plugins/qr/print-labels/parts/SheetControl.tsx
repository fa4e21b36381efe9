import { InputNumber, Select } from '@arco-design/web-react';
import { type ControlProps, useForm, useFormat, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { labelsOf, PAPERS, type Paper, SHEET_NAMES, SHEETS, type Sheet } from '../values.ts';
import styles from './labels.module.css';

const CUSTOM = 'custom';
const COUNTS = ['columns', 'rows'] as const;
const LENGTHS = ['width', 'height', 'left', 'top', 'gap_x', 'gap_y'] as const;

/** A sheet of a label maker, or one of the own measures. */
export function SheetControl({ value = SHEETS.l7160, ...control }: ControlProps<Sheet>) {
  const words = useWords();
  const format = useFormat();
  const known = SHEET_NAMES.find((name) => isSame(SHEETS[name], value));
  const [isCustom, setCustom] = useState(known === undefined);
  const choose = (name: string) => {
    const sheet = SHEET_NAMES.find((one) => one === name);
    setCustom(sheet === undefined);
    if (sheet !== undefined) control.onChange(SHEETS[sheet]);
  };
  const sizeOf = ({ width, height }: Sheet) =>
    `${format.number(rounded(width, 10))} × ${format.number(rounded(height, 10))} mm`;
  return (
    <>
      <Select
        id={control.id}
        aria-label={control.label}
        aria-describedby={control.describedBy ?? ''}
        disabled={control.isDisabled}
        value={isCustom ? CUSTOM : (known ?? CUSTOM)}
        onChange={choose}
      >
        {(Object.keys(PAPERS) as Paper[]).map((paper) => (
          <Select.OptGroup key={paper} label={words(`qr.label.paper.${paper}`)}>
            {SHEET_NAMES.filter((name) => SHEETS[name].paper === paper).map((name) => (
              <Select.Option key={name} value={name}>
                {words('qr.label.sheet.of', {
                  name: `Avery ${name.toUpperCase()}`,
                  size: sizeOf(SHEETS[name]),
                  count: labelsOf(SHEETS[name]),
                })}
              </Select.Option>
            ))}
          </Select.OptGroup>
        ))}
        <Select.Option value={CUSTOM}>{words('qr.label.sheet.custom')}</Select.Option>
      </Select>
      {isCustom ? (
        <Measures sheet={value} onChange={control.onChange} isDisabled={control.isDisabled} />
      ) : null}
    </>
  );
}

/** The measures of a sheet that no maker of ours has. */
function Measures({
  sheet,
  onChange,
  isDisabled,
}: {
  sheet: Sheet;
  onChange: (sheet: Sheet) => void;
  isDisabled: boolean;
}) {
  const words = useWords();
  const { errors } = useForm();
  const paperId = useId();
  const faults = [...COUNTS, ...LENGTHS].flatMap((name) => errors[`sheet.${name}`] ?? []);
  return (
    <div className={styles.measures}>
      <label htmlFor={paperId} className={styles.measure}>
        {words('qr.label.paper')}
        <Select
          id={paperId}
          value={sheet.paper}
          disabled={isDisabled}
          onChange={(paper: Paper) => onChange({ ...sheet, paper })}
          options={(Object.keys(PAPERS) as Paper[]).map((paper) => ({
            value: paper,
            label: words(`qr.label.paper.${paper}`),
          }))}
        />
      </label>
      {[...COUNTS, ...LENGTHS].map((name) => (
        <label key={name} htmlFor={`${paperId}-${name}`} className={styles.measure}>
          {words(`qr.label.sheet.${name}`)}
          <InputNumber
            id={`${paperId}-${name}`}
            value={rounded(sheet[name], 100)}
            min={0}
            step={COUNTS.some((count) => count === name) ? 1 : 0.1}
            disabled={isDisabled}
            hideControl
            suffix={COUNTS.some((count) => count === name) ? undefined : 'mm'}
            onChange={(length) => {
              if (Number.isFinite(length)) onChange({ ...sheet, [name]: length });
            }}
          />
        </label>
      ))}
      {[...new Set(faults)].map((fault) => (
        <p key={fault} className={styles.problem} role="alert">
          {fault}
        </p>
      ))}
    </div>
  );
}

const isSame = (one: Sheet, other: Sheet): boolean =>
  one.paper === other.paper && [...COUNTS, ...LENGTHS].every((name) => one[name] === other[name]);

const rounded = (length: number, parts: number): number => Math.round(length * parts) / parts;
