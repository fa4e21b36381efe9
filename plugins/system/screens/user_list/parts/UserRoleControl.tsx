import { Select } from '@arco-design/web-react';
import { type ControlProps, useCall } from '@waypost/host-sdk';
import { userRoleChoices } from '../calls.ts';

/** Which role a customer is given, out of those that the caller may give. */
export function UserRoleControl(props: ControlProps<string>) {
  const { data: roles = [] } = useCall(userRoleChoices, {});
  const usual = roles.find(({ kind, is_own }) => kind === 'customer' && !is_own);
  return (
    <Select
      id={props.id}
      aria-label={props.label}
      aria-invalid={props.hasError || undefined}
      aria-describedby={props.describedBy}
      {...(props.value ? { value: props.value } : {})}
      placeholder={usual?.name ?? ''}
      disabled={props.isDisabled}
      error={props.hasError}
      options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value: string) => props.onChange(value)}
      onBlur={props.onBlur}
    />
  );
}
