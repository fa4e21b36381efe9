import { ChoiceSelect, type ControlProps, useCall, useUser, useWords } from '@waypost/host-sdk';
import { roleChoices } from './calls.ts';
import styles from './role-control.module.css';

/** The role of an administrator. Only a super administrator chooses; others are told so, and the server gives their own. */
export function RoleControl(props: ControlProps<string>) {
  const words = useWords();
  const isSuper = useUser()?.is_super ?? false;
  const { data: roles = [] } = useCall(roleChoices, {});
  const note = `${props.id}-of-super`;
  return (
    <>
      <ChoiceSelect
        control={isSuper ? props : { ...props, describedBy: note, isDisabled: true }}
        choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={words(isSuper ? 'role.administrator' : 'system.administrator.role.own')}
        onChange={props.onChange}
      />
      {isSuper ? null : (
        <p id={note} className={styles.note}>
          {words('system.administrator.role.of_super')}
        </p>
      )}
    </>
  );
}
