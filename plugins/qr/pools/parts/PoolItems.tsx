import {
  type ControlComponent,
  ResourceList,
  type RowAction,
  useAction,
  useFormat,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { targetPlace } from '../../codes/target-name.ts';
import { ITEM_MOVES, moveItemCall } from '../../screens/internal_code_grouping/calls.ts';
import { hoursText } from '../hours-text.ts';
import { poolItemResource } from '../item-resource.ts';
import { HoursControl } from './HoursControl.tsx';
import { ItemDetails } from './ItemDetails.tsx';
import { ItemTargetControl } from './ItemTargetControl.tsx';
import styles from './pools.module.css';
import type { ItemRow, PoolRow } from './rows.ts';
import { ITEM_TONES } from './tones.ts';

const CONTROLS: Readonly<Record<string, ControlComponent>> = {
  item_target: ItemTargetControl,
  item_hours: HoursControl,
};
const SECTIONS = [
  { fields: ['name', 'target', 'capacity'], hiddenLabels: ['target'] },
  { name: 'times', fields: ['hours', 'expires_at'] },
  { name: 'more', fields: ['state', 'remark'] },
];

/** What stands in a pool, in the order in which it is given out. */
export function PoolItems({ pool, onChanged }: { pool: PoolRow; onChanged: () => void }) {
  const words = useWords();
  const format = useFormat();
  const { reload } = useResource(poolItemResource);
  const { run } = useAction(moveItemCall);
  const may = usePermission();
  const moves = ITEM_MOVES.map(
    (to): RowAction<ItemRow> => ({
      name: `move_${to}`,
      label: `qr.pool_item.move.${to}`,
      permission: 'qr.pool_item:update',
      isVisible: ({ position }) =>
        to === 'up' || to === 'first' ? position > 1 : position < pool.item_number,
      run: async ({ id }) => {
        await run({ id, to });
        await reload();
        onChanged();
      },
    }),
  );
  return (
    <>
      <p className={styles.note}>{words(`qr.pool.rotation_model.${pool.rotation_model}.help`)}</p>
      <ResourceList
        resource={poolItemResource}
        title="qr.pool.tab.items"
        {...(may('qr.pool:export') ? {} : { exports: 'forbidden' as const })}
        tones={ITEM_TONES}
        extraFilters={{ pool: pool.id }}
        filters={['state', 'kind']}
        refetchEvery={30_000}
        onChanged={onChanged}
        form={{
          initial: { pool: pool.id, target: { url: '' } },
          sections: SECTIONS,
          controls: CONTROLS,
        }}
        details={(row) => <ItemDetails item={row} />}
        rowActions={moves}
        columns={[
          { field: 'name' },
          {
            field: 'target',
            width: 200,
            priority: 3,
            render: ({ target }) => targetPlace(target, words),
            exported: { path: 'target.url' },
          },
          { field: 'status', width: 150 },
          {
            field: 'taken_number',
            width: 130,
            align: 'right',
            priority: 1,
            render: ({ capacity, taken_number }) =>
              capacity === null
                ? format.number(taken_number)
                : words('qr.pool_item.taken_of', {
                    taken: format.number(taken_number),
                    capacity: format.number(capacity),
                  }),
          },
          {
            key: 'hours',
            title: 'qr.pool_item.hours',
            width: 210,
            priority: 5,
            render: ({ hours }) =>
              hours.length === 0 ? words('qr.pool_item.hours.always') : hoursText(hours, words),
          },
          {
            field: 'expires_at',
            width: 196,
            priority: 4,
            render: ({ expires_at }) =>
              expires_at === null ? words('qr.pool_item.expires_at.never') : format.dateTime(expires_at),
          },
          { field: 'kind', isHidden: true },
          { field: 'room_number', isHidden: true, align: 'right' },
          { field: 'remark', isHidden: true },
        ]}
      />
    </>
  );
}
