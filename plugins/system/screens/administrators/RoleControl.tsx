import { Select } from '@arco-design/web-react';
import { type ControlProps, useCall, useForm, useUser, useWords } from '@waypost/host-sdk';
import { roleChoices } from './calls.ts';

/** The role of an administrator. Only a super administrator chooses; for others the server gives their own. */
export function RoleControl(props: ControlProps<never>) {
  const words = useWords();
  const isSuper = useUser()?.is_super ?? false;
  const { setValue } = useForm();
  const { data: roles = [] } = useCall(roleChoices, {});
  return (
    <Select
      id={props.id}
      aria-label={props.label}
      aria-invalid={props.hasError || undefined}
      aria-describedby={props.describedBy}
      {...(props.value ? { value: props.value } : {})}
      placeholder={words(isSuper ? 'role.administrator' : 'system.administrator.role.own')}
      disabled={props.isDisabled || !isSuper}
      error={props.hasError}
      options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value: string) => setValue('role', value)}
      onBlur={props.onBlur}
    />
  );
}
