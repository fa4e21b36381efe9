import { Alert } from '@arco-design/web-react';
import { useCall, useFormat, useWords } from '@waypost/host-sdk';
import { storeInquire } from '../../../store/calls.ts';
import styles from './plugins.module.css';

/** How often the store is looked at, milliseconds: it fills over days. */
const REFRESH_MS = 60_000;

/** Says when the embedded store comes near what it was measured for, or past it. */
export function StoreWarning() {
  const words = useWords();
  const format = useFormat();
  const { data } = useCall(storeInquire, {}, { refetchInterval: REFRESH_MS });
  const { near = [], usage, limits } = data ?? {};
  if (near.length === 0 || !usage || !limits) return null;
  const isPast = near.some((name) => usage[name] >= limits[name]);
  const figure = (name: (typeof near)[number], value: number) =>
    name === 'file_bytes' ? format.bytes(value) : format.number(Math.round(value));
  return (
    <Alert
      type="warning"
      className={styles.warning ?? ''}
      title={words(isPast ? 'system.plugins.store.past' : 'system.plugins.store.near')}
      content={
        <>
          {near.map((name) => (
            <p key={name}>
              {words(`system.plugins.store.${name}`, {
                used: figure(name, usage[name]),
                limit: figure(name, limits[name]),
              })}
            </p>
          ))}
          <p>{words('system.plugins.store.text')}</p>
        </>
      }
    />
  );
}
