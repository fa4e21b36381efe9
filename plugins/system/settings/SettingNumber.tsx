import { InputNumber } from '@arco-design/web-react';
import { SettingField } from './SettingField.tsx';
import { useSettingWords } from './settings-context.tsx';

interface SettingNumberProps {
  name: string;
  value: number;
  fault: string | undefined;
  /** Digits after the point. */
  precision?: number;
  onChange: (value: number) => void;
}

/** A setting that is a figure, with its unit. What is out of bounds stays as it was typed: the server says what is wrong. */
export function SettingNumber({ name, value, fault, precision = 0, onChange }: SettingNumberProps) {
  const unit = useSettingWords().unitOf(name);
  return (
    <SettingField name={name} fault={fault} onDefault={(first) => onChange(Number(first))}>
      {(field) => (
        <InputNumber
          {...field}
          precision={precision}
          value={value}
          {...(unit === undefined ? {} : { suffix: unit })}
          onChange={onChange}
        />
      )}
    </SettingField>
  );
}
