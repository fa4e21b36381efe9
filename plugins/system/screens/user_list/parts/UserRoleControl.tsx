import { ChoiceSelect, type ControlProps, useCall } from '@waypost/host-sdk';
import { userRoleChoices } from '../calls.ts';

/** Which role a customer is given, out of those that the caller may give. */
export function UserRoleControl(props: ControlProps<string>) {
  const { data: roles = [] } = useCall(userRoleChoices, {});
  const usual = roles.find(({ kind, is_own }) => kind === 'customer' && !is_own);
  return (
    <ChoiceSelect
      control={props}
      choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
      placeholder={usual?.name}
      onChange={props.onChange}
    />
  );
}
