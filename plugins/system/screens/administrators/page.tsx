import type { RowOf } from '@waypost/contract';
import { YesNo } from '@waypost/contract';
import {
  notify,
  ResourceList,
  type RowAction,
  Tag,
  useQuery,
  useResource,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { NewPassword } from '../../people/parts/NewPassword.tsx';
import { OperatorPage } from './OperatorPage.tsx';
import { RoleControl } from './RoleControl.tsx';
import { administrator } from './resource.ts';

type Administrator = RowOf<typeof administrator>;

const OWN_ACTIONS = ['disable', 'enable', 'reset_password'] as const;
const CONTROLS = { role: RoleControl };

/** People who run the platform, or the page of the one that the address names: `administrators?id=…`. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <OperatorList /> : <OperatorPage key={id} />;
}

/** People who run the platform: create, edit, disable, reset a password. */
function OperatorList() {
  const words = useWords();
  const user = useUser();
  const calls = useResource(administrator);
  const [shown, setShown] = useState<{ name: string; password: string }>();

  const action = (
    name: (typeof OWN_ACTIONS)[number],
    isVisible: (row: Administrator) => boolean,
    run: (row: Administrator) => Promise<void>,
  ): RowAction<Administrator> => {
    const key = `system.administrator.action.${name}`;
    return {
      name,
      label: key,
      permission: `system.administrator:${name}`,
      isDangerous: name === 'disable',
      isVisible,
      // Enabling hurts nobody and is undone by disabling: no question.
      ...(name === 'enable'
        ? {}
        : {
            confirm: (row: Administrator) => ({
              title: `${words(key)}: ${row.account}`,
              text: words(`${key}.confirm`, { name: row.account }),
              verb: words(key),
            }),
          }),
      run: async (row) => {
        await run(row);
        notify.success(words(`${key}.done`));
      },
    };
  };
  const isOther = (row: Administrator) => row.id !== user?.id;

  return (
    <>
      <ResourceList
        resource={administrator}
        rowTo={({ id }) => `administrators?id=${id}`}
        hide={OWN_ACTIONS}
        form={{ controls: CONTROLS }}
        columns={[
          'account',
          'name',
          'role_name',
          'phone',
          {
            field: 'disabled',
            render: ({ disabled }) => (
              <Tag tone={disabled === YesNo.yes ? 'bad' : 'good'}>
                {words(`system.administrator.disabled.${disabled}`)}
              </Tag>
            ),
          },
          {
            field: 'online_status',
            render: ({ online_status }) => (
              <Tag tone={online_status === 2 ? 'good' : 'neutral'}>
                {words(`system.administrator.online_status.${online_status}`)}
              </Tag>
            ),
          },
          'online_status_update_time',
          'balance',
          'login_time',
          'login_ip',
          'register_time',
          'register_ip',
          'must_change_password',
          'invitation_code',
        ]}
        rowActions={[
          action('reset_password', isOther, async (row) => {
            const { password } = (await calls.act('reset_password', row.id)) as { password: string | null };
            if (password) setShown({ name: row.account, password });
          }),
          action(
            'disable',
            (row) => isOther(row) && row.disabled === YesNo.no,
            async (row) => void (await calls.act('disable', row.id)),
          ),
          action(
            'enable',
            (row) => row.disabled === YesNo.yes,
            async (row) => void (await calls.act('enable', row.id)),
          ),
        ]}
      />
      {shown ? <NewPassword {...shown} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}
