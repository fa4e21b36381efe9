import { CopyText, RowFacts, useCall, useWords } from '@waypost/host-sdk';
import { keptPictureCall } from '../../screens/qr_code_list/calls.ts';
import { hoursText } from '../hours-text.ts';
import { poolItemResource } from '../item-resource.ts';
import styles from './pools.module.css';
import type { ItemRow } from './rows.ts';

const FACTS = ['status', 'kind', 'capacity', 'taken_number', 'room_number', 'expires_at', 'remark'] as const;

/** An item as visitors get it, and what is known of it. */
export function ItemDetails({ item }: { item: ItemRow }) {
  const words = useWords();
  const { picture, url } = item.target;
  return (
    <div>
      {picture === undefined ? null : <Shown picture={picture} pool={item.pool} />}
      {url === undefined ? null : (
        <p>
          <CopyText value={url} isWhole />
        </p>
      )}
      {item.hours.length === 0 ? null : <p className={styles.note}>{hoursText(item.hours, words)}</p>}
      <RowFacts resource={poolItemResource} row={item} fields={FACTS} />
    </div>
  );
}

function Shown({ picture, pool }: { picture: string; pool: string }) {
  const words = useWords();
  const { data, error } = useCall(keptPictureCall, { picture, id: pool });
  if (error) return <p className={styles.note}>{words('qr.set.target.picture.gone')}</p>;
  if (data === undefined) return <div className={styles.shown} aria-busy="true" />;
  return (
    <img
      className={styles.shown}
      src={`data:image/png;base64,${data.data}`}
      alt={words('qr.pool_item.kind.picture')}
    />
  );
}
