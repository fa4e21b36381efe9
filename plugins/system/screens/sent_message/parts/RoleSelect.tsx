import { ChoiceSelect, type ControlProps, useCall, useWords } from '@waypost/host-sdk';
import { recipientRoles } from '../calls.ts';

/** Any role that the person may write to, own ones among them. */
export function RoleSelect(props: ControlProps<string>) {
  const words = useWords();
  const { data: roles = [] } = useCall(recipientRoles, {});
  return (
    <ChoiceSelect
      control={props}
      choices={roles.map(({ key, name }) => ({ value: key, label: name }))}
      placeholder={words('picker.choose')}
      onChange={props.onChange}
    />
  );
}
