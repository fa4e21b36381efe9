import { Alert } from '@arco-design/web-react';
import type { BodyOf } from '@waypost/contract';
import { PendingState, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { tryHomelessCall } from '../calls.ts';
import styles from './homeless.module.css';

const FATES = ['keeps', 'same', 'stops', 'stays', 'refused'] as const;

/** What it would come to that codes are put somewhere: how many, and which printed pictures go on. */
export function TriedMove({ body }: { body: BodyOf<typeof tryHomelessCall> }) {
  const words = useWords();
  const format = useFormat();
  const { data, error, refetch, isPlaceholderData } = useCall(tryHomelessCall, body);
  if (data === undefined || isPlaceholderData)
    return <PendingState error={error} onRetry={refetch} lines={3} />;
  const moved = data.keeps + data.stops + data.same;
  return (
    <section aria-live="polite">
      <h3 className={styles.heading}>{words('domain.homeless.move.try')}</h3>
      <ul className={styles.fates}>
        {FATES.filter((fate) => data[fate] > 0).map((fate) => (
          <li key={fate} className={styles.fate}>
            <span className={styles.figure}>{format.number(data[fate])}</span>
            <span>{words(`domain.homeless.move.${fate}`)}</span>
          </li>
        ))}
      </ul>
      {moved === 0 ? <Alert type="warning" content={words('domain.homeless.move.none')} /> : null}
      {data.is_whole ? null : (
        <Alert
          type="info"
          content={words('domain.homeless.move.part', {
            tried: format.number(data.tried),
            codes: format.number(data.codes),
          })}
        />
      )}
    </section>
  );
}
