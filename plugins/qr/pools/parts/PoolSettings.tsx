import { Facts, Panel, ResourceForm, useFormat, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { poolResource } from '../../screens/internal_code_grouping/resource.ts';
import { POOL_SECTIONS } from './PoolList.tsx';
import styles from './pools.module.css';
import type { PoolRow } from './rows.ts';

/** How a pool is used, and when its owner is told; for those who may only look as facts. */
export function PoolSettings({ pool, onSaved }: { pool: PoolRow; onSaved: () => void }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const [turn, setTurn] = useState(0);
  if (!may('qr.pool:update'))
    return (
      <Panel title={words('qr.pool.tab.settings')}>
        <Facts
          facts={[
            [words('qr.pool.rotation_model'), words(`qr.pool.rotation_model.${pool.rotation_model}`)],
            [words('qr.pool.fallback'), pool.fallback ?? words('qr.pool.fallback.none')],
            [words('qr.pool.alert_items'), format.number(pool.alert_items)],
            [words('qr.pool.alert_room'), format.number(pool.alert_room)],
            ...(pool.remark === '' ? [] : [[words('qr.pool.remark'), pool.remark] as const]),
          ]}
        />
      </Panel>
    );
  return (
    <div className={styles.form}>
      <ResourceForm
        key={turn}
        resource={poolResource}
        mode="edit"
        row={pool}
        about="settings"
        sections={POOL_SECTIONS}
        onCancel={() => setTurn(turn + 1)}
        onSaved={onSaved}
      />
    </div>
  );
}
