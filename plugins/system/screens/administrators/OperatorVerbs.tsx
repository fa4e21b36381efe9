import type { RowOf } from '@waypost/contract';
import {
  confirmDanger,
  type MenuItem,
  notify,
  type ThingHandle,
  useErrorText,
  useGo,
  usePermission,
  useResource,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { PersonForm } from '../../people/parts/PersonForm.tsx';
import { PersonVerbs } from '../../people/parts/PersonVerbs.tsx';
import { administratorCalls } from './calls.ts';
import { RoleControl } from './RoleControl.tsx';
import { administrator } from './resource.ts';

const FIELDS = ['name', 'role', 'phone', 'email', 'share_ratio', 'member_expiry'] as const;

interface OperatorVerbsProps {
  operator: RowOf<typeof administrator>;
  page: ThingHandle;
}

/** What can be done with somebody who runs the platform. */
export function OperatorVerbs({ operator, page }: OperatorVerbsProps) {
  const words = useWords();
  const may = usePermission();
  const errorText = useErrorText();
  const calls = useResource(administrator);
  const others = useRemoval(operator);
  const { id, account: name } = operator;
  const disable = () =>
    confirmDanger({
      title: `${words('system.administrator.action.disable')}: ${name}`,
      text: words('system.administrator.action.disable.confirm', { name }),
      verb: words('system.administrator.action.disable'),
      run: () => calls.act('disable', id),
    });
  return (
    <PersonVerbs
      person={operator}
      page={page}
      calls={administratorCalls}
      noun="system.administrator"
      edit={
        may('system.administrator:update')
          ? (onClose) => (
              <PersonForm
                resource={administrator}
                row={operator}
                fields={FIELDS}
                controls={{ role: RoleControl }}
                onSaved={page.reload}
                onClose={onClose}
              />
            )
          : undefined
      }
      resetPassword={async () => (await calls.act('reset_password', id)) as { password: string | null }}
      enable={() =>
        calls.act('enable', id).catch((error: unknown) => {
          notify.error(errorText(error));
        })
      }
      disable={() => void disable()}
      others={others}
    />
  );
}

/** Nobody removes the account that they are signed in with. */
function useRemoval({ id, account: name }: OperatorVerbsProps['operator']): MenuItem[] {
  const words = useWords();
  const may = usePermission();
  const user = useUser();
  const go = useGo();
  const calls = useResource(administrator);
  if (!may('system.administrator:delete') || user?.id === id) return [];
  const ask = () =>
    confirmDanger({
      title: words('remove.title', { name }),
      text: words('system.administrator.remove.confirm', { name }),
      verb: words('action.delete'),
      run: async () => {
        await calls.remove(id);
        go('administrators');
      },
    });
  return [{ name: 'remove', label: words('action.delete'), isDangerous: true, onSelect: () => void ask() }];
}
