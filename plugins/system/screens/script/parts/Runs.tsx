import { IconRefresh } from '@arco-design/web-react/icon';
import { RelativeTime, ResourceList, useFormat, useWords } from '@waypost/host-sdk';
import { scriptRun } from '../resource.ts';
import { RunDetails } from './RunDetails.tsx';
import type { Wanted } from './RunForm.tsx';
import { RUN_TONES } from './tones.ts';

/** Milliseconds between two looks: runs go on by themselves. */
const POLL_MS = 3_000;

/** Who ran what, when and where, and what became of it. */
export function Runs({ onAgain }: { onAgain: (wanted: Wanted) => void }) {
  const words = useWords();
  const format = useFormat();
  return (
    <ResourceList
      resource={scriptRun}
      title="system.script.tab.runs"
      form={false}
      tones={RUN_TONES}
      refetchEvery={POLL_MS}
      details={(row) => <RunDetails row={row} />}
      columns={[
        { field: 'script_name', width: 200, priority: 0 },
        { field: 'state', width: 130 },
        {
          field: 'total',
          title: 'system.script_run.servers_done',
          width: 150,
          priority: 1,
          render: ({ total, succeeded }) =>
            words('system.script_run.of', {
              succeeded: format.number(succeeded),
              total: format.number(total),
            }),
        },
        { field: 'account', width: 140, priority: 2 },
        {
          field: 'create_time',
          title: 'system.script_run.create_time',
          width: 150,
          priority: 1,
          render: ({ create_time }) => <RelativeTime value={create_time} />,
        },
        { field: 'revision', width: 110, align: 'right', priority: 3 },
        { field: 'end_time', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'again',
          label: 'system.script_run.again',
          icon: <IconRefresh />,
          permission: 'system.script:run',
          isVisible: ({ state }) => state !== 'waiting' && state !== 'running',
          run: ({ script: id, servers, values }) => onAgain({ id, servers, values }),
        },
      ]}
    />
  );
}
