import {
  Button,
  ExportButton,
  RelativeTime,
  ResourceList,
  useFormat,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { AddMany } from './AddMany.tsx';
import { ipBlackExportCall } from './calls.ts';
import { ipBlack } from './resource.ts';

const TONES = { state: { active: 'bad', ended: 'neutral' } } as const;

/** Addresses that are refused everywhere: one, many pasted lines, or a file. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { reload } = useResource(ipBlack);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        resource={ipBlack}
        exports="beside"
        tones={TONES}
        columns={[
          'ip',
          'reason',
          'state',
          {
            field: 'expires_at',
            render: ({ expires_at }) =>
              expires_at == null ? words('system.ip_black.for_ever') : format.dateTime(expires_at),
          },
          'author',
          { field: 'create_time', render: ({ create_time }) => <RelativeTime value={create_time} /> },
        ]}
        toolbar={({ isEmpty }) => (
          <>
            {may('system.ip_black:export') && !isEmpty ? (
              <ExportButton call={ipBlackExportCall} body={{}} />
            ) : null}
            {may('system.ip_black:create') ? (
              <Button onClick={() => setAdding(true)}>{words('system.ip_black.many')}</Button>
            ) : null}
          </>
        )}
      />
      {isAdding ? <AddMany onClose={() => setAdding(false)} onAdded={() => void reload()} /> : null}
    </>
  );
}
