import { Select } from '@arco-design/web-react';
import { type ControlProps, useCall, useWords } from '@waypost/host-sdk';
import { recipientRoles } from '../calls.ts';

/** Any role that the person may write to, own ones among them. */
export function RoleSelect(props: ControlProps<string>) {
  const words = useWords();
  const { data: roles = [] } = useCall(recipientRoles, {});
  return (
    <Select
      id={props.id}
      aria-label={props.label}
      aria-invalid={props.hasError || undefined}
      aria-describedby={props.describedBy}
      disabled={props.isDisabled}
      {...(props.value ? { value: props.value } : {})}
      placeholder={words('picker.choose')}
      error={props.hasError}
      options={roles.map(({ key, name }) => ({ value: key, label: name }))}
      onChange={(key: string) => props.onChange(key)}
      onBlur={props.onBlur}
    />
  );
}
