import { ThingPage, useFormat, useWords } from '@waypost/host-sdk';
import { poolResource } from '../../screens/internal_code_grouping/resource.ts';
import { PoolCodes } from './PoolCodes.tsx';
import { PoolItems } from './PoolItems.tsx';
import { PoolLevel } from './PoolLevel.tsx';
import { PoolSettings } from './PoolSettings.tsx';
import type { PoolRow } from './rows.ts';

/** The page of a pool: what stands in it, the codes that lead to it, and how it is used. */
export function PoolPage() {
  return (
    <ThingPage
      resource={poolResource}
      back={{ screen: 'internal_code_grouping', label: 'menu.internal_code_grouping' }}
      state={(pool) => <PoolLevel pool={pool} />}
      facts={(pool) => (pool.item_number === 0 ? null : <Left pool={pool} />)}
      tabs={[
        {
          name: 'items',
          title: 'qr.pool.tab.items',
          permission: 'qr.pool_item:read',
          content: (pool, page) => <PoolItems pool={pool} onChanged={page.reload} />,
        },
        {
          name: 'codes',
          title: 'qr.pool.tab.codes',
          permission: 'qr.code:read',
          content: (pool) => <PoolCodes pool={pool} />,
        },
        {
          name: 'settings',
          title: 'qr.pool.tab.settings',
          content: (pool, page) => <PoolSettings pool={pool} onSaved={page.reload} />,
        },
      ]}
    />
  );
}

/** What is left, in a line. */
function Left({ pool }: { pool: PoolRow }) {
  const words = useWords();
  const format = useFormat();
  const { item_number, open_number, room_number, taken_number } = pool;
  const open = words('qr.pool.left.open', { open: format.number(open_number), count: item_number });
  const room =
    room_number === null
      ? words('qr.pool.left.unlimited')
      : words('qr.pool.left.room', { count: room_number, number: format.number(room_number) });
  const taken = words('qr.pool.left.taken', { count: taken_number, number: format.number(taken_number) });
  return <span>{[open, room, taken].join(' · ')}</span>;
}
