import { type RowOf, YesNo } from '@waypost/contract';
import {
  type ColumnChoice,
  ExportButton,
  listWish,
  notify,
  ResourceList,
  useAction,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { enableUsers, exportUsers } from '../calls.ts';
import { userResource } from '../resource.ts';
import { DisableDrawer } from './DisableDrawer.tsx';
import { USER_TONES } from './tones.ts';
import { UserRoleControl } from './UserRoleControl.tsx';
import { useUserRoles } from './use-user-roles.ts';
import type { Welcome } from './WelcomeDrawer.tsx';

type User = RowOf<typeof userResource>;

const CONTROLS = { role: UserRoleControl };

/** Most customers are named as their account is: a name of its own stands beside it, so that all columns have room. */
const COLUMNS: readonly ColumnChoice<typeof userResource>[] = [
  {
    field: 'account',
    render: ({ account, name }) =>
      name === '' || name === account ? (
        account
      ) : (
        <>
          {account} <span style={{ color: 'var(--wp-text-3)', fontWeight: 400 }}>{name}</span>
        </>
      ),
  },
  { field: 'name', isHidden: true },
  'kind',
  'disabled',
  'superior_account',
  'balance',
  'member_expiry',
  'online_status',
  'login_time',
  'create_time',
  'phone',
  'email',
  'share_ratio',
  'domain_quota',
  'online_status_update_time',
  'login_ip',
  'register_time',
  'register_ip',
  'register_source',
  'invitation_code',
  'must_change_password',
  'own_role',
  'closed_time',
];

/** The list of customers: to find one, to make one, to switch several. */
export function UserTable({ onMade }: { onMade: (made: Welcome) => void }) {
  const words = useWords();
  const may = usePermission();
  const [params] = useQuery();
  const [leaving, setLeaving] = useState<{ users: readonly User[]; done: () => void }>();
  const enable = useAction(enableUsers);
  // An address may say what no export knows.
  const wish = exportUsers.body.safeParse(listWish(userResource, params));
  const { hasOwn } = useUserRoles();
  const isNew = !params.get('drawer')?.startsWith('edit:');
  const asked = formFields({
    isNew,
    isOperator: may('system.user:read_all'),
    maySeeAccounts: may('system.account:read'),
    choosesRole: isNew && hasOwn,
  });
  return (
    <>
      <ResourceList
        resource={userResource}
        exports="beside"
        rowTo={({ id }) => `user_list?id=${id}`}
        tones={USER_TONES}
        columns={COLUMNS}
        filters={['kind', 'disabled', 'superior', 'online_status', 'member_expiry', 'register_time']}
        // An agent has no list of everybody to choose from; the server puts the new customer below the agent.
        form={{
          only: asked,
          sections: [{ fields: asked }],
          controls: CONTROLS,
          onSaved: ({ id }, { account, password }) => {
            if (isNew) onMade({ id: String(id), account: String(account), password: String(password) });
            else notify.success(words('form.saved'));
          },
        }}
        toolbar={({ isEmpty }) =>
          may('system.user_admin:export') && !isEmpty && wish.success ? (
            <ExportButton call={exportUsers} body={wish.data} />
          ) : null
        }
        batchActions={[
          {
            name: 'enable',
            label: 'system.user.enable',
            permission: 'system.user_admin:enable',
            run: async (users, list) => {
              const { count } = await enable.run({ ids: users.map(({ id }) => id) });
              notify.success(words('system.user.enabled', { count }));
              list.clearSelection();
              list.reload();
            },
          },
          {
            name: 'disable',
            label: 'system.user.disable',
            permission: 'system.user_admin:disable',
            isDangerous: true,
            run: (users, list) =>
              setLeaving({
                users,
                done: () => {
                  list.clearSelection();
                  list.reload();
                },
              }),
          },
        ]}
      />
      {leaving ? (
        <DisableDrawer
          users={leaving.users.filter(({ disabled }) => disabled === YesNo.no)}
          onDone={leaving.done}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </>
  );
}

/** A new customer has the share ratio that is set for all of them, until somebody changes it. */
function formFields({
  isNew,
  isOperator,
  maySeeAccounts,
  choosesRole,
}: Record<'isNew' | 'isOperator' | 'maySeeAccounts' | 'choosesRole', boolean>): string[] {
  return [
    'account',
    'password',
    'name',
    'phone',
    ...(isOperator ? [choosesRole ? 'role' : 'kind'] : []),
    ...(isOperator && maySeeAccounts ? ['superior'] : []),
    ...(isNew ? [] : ['share_ratio']),
    ...(isOperator ? ['member_expiry', 'domain_quota'] : []),
  ];
}
