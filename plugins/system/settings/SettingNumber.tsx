import { InputNumber } from '@arco-design/web-react';
import { SettingField } from './SettingField.tsx';
import { useSettingWords } from './settings-context.tsx';

interface SettingNumberProps {
  name: string;
  value: number;
  fault: string | undefined;
  isWhole?: boolean;
  onChange: (value: number) => void;
}

/** Arco says Infinity where there is no limit, which is no number to assistive technology. */
const NO_LIMITS = { 'aria-valuemin': undefined, 'aria-valuemax': undefined } as const;

/** A setting that is a figure, with its unit. What is out of bounds stays as it was typed: the server says what is wrong. */
export function SettingNumber({ name, value, fault, isWhole = true, onChange }: SettingNumberProps) {
  const unit = useSettingWords().unitOf(name);
  return (
    <SettingField name={name} fault={fault} onDefault={(first) => onChange(Number(first))}>
      {(field) => (
        <InputNumber
          {...field}
          {...(isWhole ? { precision: 0 } : {})}
          hideControl
          {...NO_LIMITS}
          value={value}
          {...(unit === undefined ? {} : { suffix: unit })}
          onChange={onChange}
        />
      )}
    </SettingField>
  );
}
