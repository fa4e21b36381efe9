import { Select } from '@arco-design/web-react';
import { type ControlProps, useCall, useForm, useUser, useWords } from '@waypost/host-sdk';
import { roleChoices } from './calls.ts';
import styles from './role-control.module.css';

/** The role of an administrator. Only a super administrator chooses; others are told so, and the server gives their own. */
export function RoleControl(props: ControlProps<never>) {
  const words = useWords();
  const isSuper = useUser()?.is_super ?? false;
  const { setValue } = useForm();
  const { data: roles = [] } = useCall(roleChoices, {});
  const note = `${props.id}-of-super`;
  return (
    <>
      <Select
        id={props.id}
        aria-label={props.label}
        aria-invalid={props.hasError || undefined}
        aria-describedby={isSuper ? props.describedBy : note}
        {...(props.value ? { value: props.value } : {})}
        placeholder={words(isSuper ? 'role.administrator' : 'system.administrator.role.own')}
        disabled={props.isDisabled || !isSuper}
        error={props.hasError}
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value: string) => setValue('role', value)}
        onBlur={props.onBlur}
      />
      {isSuper ? null : (
        <p id={note} className={styles.note}>
          {words('system.administrator.role.of_super')}
        </p>
      )}
    </>
  );
}
