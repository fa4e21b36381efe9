import { IconDelete } from '@arco-design/web-react/icon';
import { Absent, notify, ResourceList, Tag, useClient, useWords } from '@waypost/host-sdk';
import { unbindCall } from '../calls.ts';
import { bindingResource } from '../resource.ts';

const TONES = { state: { bound: 'good', over: 'neutral' } } as const;

/** Whose account is bound to which chat. */
export function Bindings() {
  const words = useWords();
  const client = useClient();
  return (
    <ResourceList
      resource={bindingResource}
      title="bot.binding.title"
      owners="preset"
      form={false}
      tones={TONES}
      columns={[
        { field: 'first_name' },
        { field: 'username' },
        { field: 'account' },
        { field: 'nickname' },
        { field: 'language_code' },
        { field: 'chat_id' },
        { field: 'bind_time' },
        { field: 'state' },
        {
          field: 'end_reason',
          render: ({ end_reason }) =>
            end_reason === '' ? (
              <Absent />
            ) : (
              <Tag tone={end_reason === 'blocked' || end_reason === 'gone' ? 'warning' : 'neutral'}>
                {words(`bot.binding.end_reason.${end_reason}`)}
              </Tag>
            ),
        },
      ]}
      rowActions={[
        {
          name: 'unbind',
          label: 'bot.page.unbind',
          icon: <IconDelete />,
          permission: 'bot.binding:delete',
          isDangerous: true,
          isVisible: ({ state }) => state === 'bound',
          confirm: ({ first_name, username }) => {
            const name = username === '' ? first_name : `@${username}`;
            return {
              title: `${words('bot.page.unbind')}: ${name}`,
              text: words('bot.page.unbind.text', { name }),
              verb: words('bot.page.unbind'),
            };
          },
          run: async ({ id }, list) => {
            await client.call(unbindCall, { id });
            notify.success(words('bot.page.unbind.done'));
            list.reload();
          },
        },
      ]}
    />
  );
}
