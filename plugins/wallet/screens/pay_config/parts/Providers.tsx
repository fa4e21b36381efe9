import { IconPlayCircle } from '@arco-design/web-react/icon';
import { Absent, notify, ResourceList, Tag, useAction, useFormat, useWords } from '@waypost/host-sdk';
import { providerTest } from '../calls.ts';
import { providerResource } from '../resource.ts';

const TONES = { state: { on: 'good', off: 'neutral' } } as const;

/** Who tells of the chain, in their order, each with a test of it. */
export function Providers() {
  const words = useWords();
  const format = useFormat();
  const { run } = useAction(providerTest);
  return (
    <ResourceList
      resource={providerResource}
      title="wallet.pay_config.tab.providers"
      tones={TONES}
      columns={[
        { field: 'name' },
        { field: 'url', width: 260, priority: 2 },
        { field: 'state', width: 110 },
        {
          field: 'fault',
          width: 170,
          priority: 1,
          render: ({ fault }) =>
            fault === '' ? <Absent /> : <Tag tone="bad">{words(`wallet.provider.fault.${fault}`)}</Tag>,
        },
        { field: 'per_second', width: 130, align: 'right', priority: 4 },
        { field: 'sort', width: 90, align: 'right', priority: 3 },
        { field: 'has_key', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'test',
          label: 'wallet.provider.test',
          icon: <IconPlayCircle />,
          permission: 'wallet.provider:test',
          run: async ({ id, name }, list) => {
            // A failure has been told by then.
            const answer = await run({ id }).catch(() => undefined);
            if (answer === undefined) return;
            if (answer.fault !== '') notify.error(words(`wallet.provider.test.${answer.fault}`, { name }));
            else
              notify.success(
                words('wallet.provider.test.good', {
                  name,
                  block: format.number(answer.head),
                  milliseconds: format.number(answer.milliseconds),
                }),
              );
            list.reload();
          },
        },
      ]}
    />
  );
}
