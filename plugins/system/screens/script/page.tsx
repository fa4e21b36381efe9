import { IconPlayArrow } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import {
  EmptyState,
  Page as Frame,
  PendingState,
  ResourceList,
  Tabs,
  useCall,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { serverSwitchCall } from '../server_list/calls.ts';
import { ArgumentsControl } from './parts/ArgumentsControl.tsx';
import { ParametersControl } from './parts/ParametersControl.tsx';
import { RunForm, type Wanted } from './parts/RunForm.tsx';
import { Runs } from './parts/Runs.tsx';
import { ScriptDetails } from './parts/ScriptDetails.tsx';
import { script } from './resource.ts';

const TABS = ['scripts', 'runs'] as const;
const CONTROLS = { arguments: ArgumentsControl, parameters: ParametersControl };
const SECTIONS = [
  { fields: ['name', 'remarks'] },
  { name: 'words', fields: ['program', 'arguments', 'parameters'], hiddenLabels: ['parameters'] },
  { name: 'limits', fields: ['seconds', 'output_kb'] },
];

/** Scripts, and what became of them, or how they are switched on. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [params, setParams] = useQuery();
  const [wanted, setWanted] = useState<Wanted>();
  const { data, error, refetch } = useCall(serverSwitchCall, {});
  const tabs = TABS.filter((name) => name !== 'runs' || may('system.script_run:read'));
  const current = tabs.find((name) => name === params.get('tab')) ?? 'scripts';
  if (!data?.is_on)
    return (
      <Frame title={words('menu.script')}>
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={6} />
        ) : (
          <EmptyState title={words('system.server.off')} text={words('system.server.off.text')} />
        )}
      </Frame>
    );
  return (
    <Frame title={words('menu.script')} text={words('system.script.text')}>
      <Tabs
        label={words('menu.script')}
        tabs={tabs.map((name) => ({ name, title: words(`system.script.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'scripts' ? undefined : tab, drawer: undefined })}
      >
        {current === 'scripts' ? (
          <Scripts onRun={(row) => setWanted({ script: row })} />
        ) : (
          <Runs onAgain={setWanted} />
        )}
      </Tabs>
      {wanted === undefined ? null : (
        <RunForm
          wanted={wanted}
          onClose={() => setWanted(undefined)}
          onBegun={(id) => {
            setWanted(undefined);
            setParams(
              may('system.script_run:read') ? { tab: 'runs', drawer: `view:${id}` } : { tab: undefined },
            );
          }}
        />
      )}
    </Frame>
  );
}

function Scripts({ onRun }: { onRun: (row: RowOf<typeof script>) => void }) {
  return (
    <ResourceList
      resource={script}
      title="system.script.tab.scripts"
      form={{ controls: CONTROLS, sections: SECTIONS }}
      details={(row) => <ScriptDetails row={row} />}
      columns={[
        { field: 'name', width: 200, priority: 0 },
        { field: 'program', width: 240, priority: 1, render: ({ program }) => <code>{program}</code> },
        { field: 'seconds', width: 130, align: 'right', priority: 3 },
        { field: 'remarks', width: 240, priority: 4 },
        { field: 'update_time', width: 140, priority: 2 },
        { field: 'output_kb', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'run',
          label: 'system.script.run',
          icon: <IconPlayArrow />,
          permission: 'system.script:run',
          run: (row) => onRun(row),
        },
      ]}
    />
  );
}
