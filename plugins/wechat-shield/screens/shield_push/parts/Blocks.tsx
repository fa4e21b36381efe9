import { Absent, ResourceList, useFormat, useWords } from '@waypost/host-sdk';
import { pushResource } from '../resource.ts';
import { PUSH_TONES } from './tones.ts';

/** Milliseconds between looks at what has happened meanwhile. */
const LOOK_EVERY = 20_000;

/** Every block, the last first; each leads to its page. */
export function Blocks() {
  const words = useWords();
  const format = useFormat();
  return (
    <ResourceList
      resource={pushResource}
      title="wechat-shield.push.title"
      form={false}
      tones={PUSH_TONES}
      filters={['state', 'blocked_time']}
      refetchEvery={LOOK_EVERY}
      rowTo={(row) => `shield_push?id=${row.id}`}
      columns={[
        { field: 'shown' },
        {
          field: 'holder_account',
          width: 150,
          priority: 2,
          render: ({ holder_account }) => holder_account || <Absent />,
        },
        { field: 'state', width: 150 },
        {
          field: 'frozen',
          width: 140,
          align: 'right',
          priority: 3,
          render: ({ codes, frozen, held, state }) => {
            if (codes === 'freeze') return format.number(frozen);
            return held !== '' && state === 'open' ? words('wechat-shield.push.held') : <Absent />;
          },
        },
        {
          field: 'replacement',
          width: 240,
          priority: 1,
          render: ({ replacement }) =>
            replacement === null ? (
              <Absent />
            ) : replacement.to === '' ? (
              words(`wechat-shield.push.replace.state.${replacement.state}`)
            ) : (
              words('wechat-shield.push.replace.to', {
                to: replacement.to,
                state: words(`wechat-shield.push.replace.state.${replacement.state}`),
              })
            ),
        },
        { field: 'blocked_time', width: 160, priority: 1 },
        { field: 'codes', isHidden: true },
        { field: 'lifted_time', isHidden: true },
        { field: 'name', isHidden: true },
      ]}
    />
  );
}
