import { IconRefresh } from '@arco-design/web-react/icon';
import { Absent, RelativeTime, ResourceList, useWords } from '@waypost/host-sdk';
import { hijackResource } from '../resource.ts';
import type { HijackRow } from '../row.ts';
import { HIJACK_TONES } from './tones.ts';
import { useCheck } from './use-check.ts';

/** Milliseconds between looks at what was found meanwhile. */
const LOOK_EVERY = 20_000;

/** Domains with whether they lead where they should, the worst first. Each leads to its page. */
export function HijackList() {
  const words = useWords();
  const { check } = useCheck();
  return (
    <ResourceList
      resource={hijackResource}
      title="menu.no_hijack"
      tones={HIJACK_TONES}
      form={false}
      rowTo={(row) => `no_hijack?id=${row.id}`}
      refetchEvery={LOOK_EVERY}
      filters={['state', 'answers', 'site', 'type', 'is_platform']}
      rowActions={[
        {
          name: 'check',
          label: 'domain.hijack.check.verb',
          icon: <IconRefresh />,
          permission: 'domain.hijack:check',
          run: async (row, list) => {
            await check(row);
            list.reload();
          },
        },
      ]}
      columns={[
        { field: 'shown' },
        { field: 'holder_account', width: 150, priority: 3, render: Holder },
        { field: 'state', width: 160, sort: 'rank' },
        { field: 'answers', width: 140, priority: 1 },
        { field: 'site', width: 140, priority: 1 },
        { field: 'checked_time', width: 150, priority: 2 },
        {
          field: 'next_check_time',
          isHidden: true,
          render: ({ next_check_time: next }) =>
            next === null ? words('domain.hijack.never') : <RelativeTime value={next} mayLieAhead />,
        },
        { field: 'type', isHidden: true },
        { field: 'is_platform', isHidden: true },
        { field: 'name', isHidden: true },
      ]}
    />
  );
}

const Holder = ({ holder_account }: HijackRow) => (holder_account === '' ? <Absent /> : holder_account);
