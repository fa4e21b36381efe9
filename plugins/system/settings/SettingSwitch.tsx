import { Switch } from '@arco-design/web-react';
import { YesNo } from '@waypost/contract';
import { SettingField } from './SettingField.tsx';

interface SettingSwitchProps {
  name: string;
  value: number;
  fault: string | undefined;
  onChange: (value: 1 | 2) => void;
}

/** A setting that is on or off. */
export function SettingSwitch({ name, value, fault, onChange }: SettingSwitchProps) {
  return (
    <SettingField name={name} fault={fault} isInline>
      {(field) => (
        <Switch
          {...field}
          checked={value === YesNo.yes}
          onChange={(isOn) => onChange(isOn ? YesNo.yes : YesNo.no)}
        />
      )}
    </SettingField>
  );
}
