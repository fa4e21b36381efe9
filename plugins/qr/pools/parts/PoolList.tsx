import {
  ExportButton,
  ResourceList,
  useFormat,
  useGo,
  useOwnerScope,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { exportPoolsCall } from '../../screens/internal_code_grouping/calls.ts';
import { poolResource } from '../../screens/internal_code_grouping/resource.ts';
import { PoolLevel } from './PoolLevel.tsx';
import type { PoolRow } from './rows.ts';
import { LEVEL_TONES } from './tones.ts';

export const POOL_SECTIONS = [
  { fields: ['name', 'rotation_model', 'fallback'] },
  { name: 'alert', fields: ['alert_items', 'alert_room'] },
  { name: 'more', fields: ['remark'], isMore: true },
];

/** Every pool with how much it has left. Each leads to its page. */
export function PoolList() {
  const words = useWords();
  const format = useFormat();
  const go = useGo();
  const may = usePermission();
  const { isOwn, owner } = useOwnerScope({ permission: 'qr.pool:read_all', opensWith: 'own' });
  const scope = { own: isOwn, ...(isOwn || owner === undefined ? {} : { owner }) };
  const roomOf = ({ level, room_number }: PoolRow) =>
    room_number === null
      ? words('qr.pool.room.unlimited')
      : level === 'empty'
        ? '0'
        : format.number(room_number);
  return (
    <ResourceList
      resource={poolResource}
      exports="beside"
      title="menu.internal_code_grouping"
      tones={LEVEL_TONES}
      rowTo={(row) => `internal_code_grouping?id=${row.id}`}
      editTo={(row) => `internal_code_grouping?id=${row.id}&tab=settings`}
      refetchEvery={30_000}
      form={{
        sections: POOL_SECTIONS,
        onSaved: ({ id }) => go('internal_code_grouping', { id: String(id) }),
      }}
      filters={['level', 'rotation_model']}
      toolbar={({ isEmpty }) =>
        // Whoever may not follow an operation would never get the file.
        !isEmpty && may('qr.pool:export') && may('system.operation:read') ? (
          <ExportButton call={exportPoolsCall} body={scope} />
        ) : null
      }
      columns={[
        { field: 'name' },
        { field: 'level', width: 130, render: (row) => <PoolLevel pool={row} /> },
        {
          field: 'open_number',
          width: 120,
          align: 'right',
          priority: 2,
          render: ({ item_number, open_number }) =>
            words('qr.pool.open_of', {
              open: format.number(open_number),
              count: format.number(item_number),
            }),
        },
        { field: 'room_number', width: 120, align: 'right', priority: 1, render: roomOf },
        { field: 'taken_number', width: 130, align: 'right', priority: 3 },
        { field: 'code_number', width: 90, align: 'right', priority: 4 },
        { field: 'rotation_model', isHidden: true },
        { field: 'remark', isHidden: true },
      ]}
    />
  );
}
