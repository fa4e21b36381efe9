import { Button, ExportButton, ResourceList, usePermission, useResource, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { AddMany } from './AddMany.tsx';
import { serverExportCall } from './calls.ts';
import { serverAddress } from './resource.ts';

const TONES = { treatment: { bot: 'info', refuse: 'bad' } } as const;

/** Servers and crawlers, whose visits are no people's: one, many pasted lines, or a file. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const { reload } = useResource(serverAddress);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ResourceList
        resource={serverAddress}
        exports="beside"
        tones={TONES}
        columns={['ip', 'treatment', 'remark', 'author', 'create_time']}
        toolbar={({ isEmpty }) => (
          <>
            {may('system.server_ip_black:export') && !isEmpty ? (
              <ExportButton call={serverExportCall} body={{}} />
            ) : null}
            {may('system.server_ip_black:create') ? (
              <Button onClick={() => setAdding(true)}>{words('system.server_ip_black.many')}</Button>
            ) : null}
          </>
        )}
      />
      {isAdding ? <AddMany onClose={() => setAdding(false)} onAdded={() => void reload()} /> : null}
    </>
  );
}
