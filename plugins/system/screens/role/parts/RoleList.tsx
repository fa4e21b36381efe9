import { YesNo } from '@waypost/contract';
import { ResourceList, ScreenLink, Tag, useFormat, useGo, useWords } from '@waypost/host-sdk';
import { role } from '../resource.ts';

/** Most roles that somebody makes are for colleagues. */
const INITIAL = { kind: 'operator' };

/** Every role: whose it is, how many have it, and which one whoever registers gets. */
export function RoleList() {
  const words = useWords();
  const { number } = useFormat();
  const go = useGo();
  return (
    <ResourceList
      resource={role}
      // A role is changed on its page.
      hide={['edit']}
      // Without rights a role is nothing yet: they are given on its page.
      form={{ initial: INITIAL, onSaved: ({ id }) => go('role', { id: String(id) }) }}
      rowTo={({ id }) => `role?id=${id}`}
      toolbar={<ScreenLink to="role?view=menu">{words('system.role.tab.menu')}</ScreenLink>}
      columns={[
        'name',
        { field: 'kind', render: ({ kind }) => words(`system.role.kind.${kind}`) },
        'remarks',
        { field: 'people', render: ({ people }) => number(people) },
        {
          field: 'is_default',
          render: ({ is_default }) =>
            is_default === YesNo.yes ? (
              <Tag tone="info">{words('system.role.is_default.2')}</Tag>
            ) : (
              words('system.role.is_default.1')
            ),
        },
        'is_built_in',
      ]}
    />
  );
}
