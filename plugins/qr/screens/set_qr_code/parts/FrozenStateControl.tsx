import { Radio } from '@arco-design/web-react';
import type { ControlProps } from '@waypost/host-sdk';
import { CODE_STATES } from '../../qr_code_list/resource.ts';

/** The owner's own switch, as it will count again when the freeze is lifted; until then it cannot be moved. */
export function FrozenStateControl({ label, value, optionText, describedBy }: ControlProps<string>) {
  return (
    <Radio.Group
      aria-label={label}
      aria-describedby={describedBy}
      disabled
      {...(value === undefined ? {} : { value })}
      options={CODE_STATES.map((state) => ({ value: state, label: optionText(state) }))}
    />
  );
}
