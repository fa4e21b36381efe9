import { Alert } from '@arco-design/web-react';
import { useCall, useFormat, useWords } from '@waypost/host-sdk';
import { storeInquire } from '../../../store/calls.ts';

/** How often the store is looked at, milliseconds: it fills over days. */
const REFRESH_MS = 60_000;

/** Says when the embedded store comes near what it was measured for. */
export function StoreWarning() {
  const words = useWords();
  const format = useFormat();
  const { data } = useCall(storeInquire, {}, { refetchInterval: REFRESH_MS });
  const { near = [], usage, limits } = data ?? {};
  if (near.length === 0 || !usage || !limits) return null;
  const figure = (name: (typeof near)[number], value: number) =>
    name === 'file_bytes' ? format.bytes(value) : format.number(Math.round(value));
  return (
    <Alert
      type="warning"
      title={words('system.plugins.store.title')}
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
