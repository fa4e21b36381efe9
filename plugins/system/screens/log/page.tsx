import type { RowOf } from '@waypost/contract';
import { ExportButton, listWish, ResourceList, useFormat, usePermission, useQuery } from '@waypost/host-sdk';
import { ChainState } from './ChainState.tsx';
import { logExport } from './calls.ts';
import { EntryDetails } from './EntryDetails.tsx';
import { logEntry } from './resource.ts';

/** Who did what, when and from where; nobody can change it here. */
export function Page() {
  const may = usePermission();
  const format = useFormat();
  const [params] = useQuery();
  const { search: _, ...wish } = listWish(logEntry, params);
  return (
    <ResourceList
      resource={logEntry}
      title="menu.log"
      // Its own goes on where the list stops counting.
      exports="beside"
      form={false}
      filters={['type', 'person', 'time', 'acting_for', 'ip', 'target']}
      columns={[
        { field: 'content', width: 320 },
        // Entries of several places are compared by their moment, to the second.
        { field: 'time', width: 190, render: ({ time }) => format.dateTime(time) },
        { field: 'user', render: (row) => <Who row={row} /> },
        'ip',
        'source',
        'acted_as',
        'type',
        'target',
        'user_id',
        'server_ip',
        'user_agent',
        'number',
      ]}
      details={({ id }) => <EntryDetails id={id} />}
      toolbar={
        <>
          {may('system.log:export') ? (
            <ExportButton call={logExport} body={logExport.body.parse(wish)} />
          ) : null}
          <ChainState />
        </>
      }
    />
  );
}

/** Who did it, and as whom. */
function Who({ row }: { row: RowOf<typeof logEntry> }) {
  return row.acted_as === '' ? row.user : `${row.user} → ${row.acted_as}`;
}
