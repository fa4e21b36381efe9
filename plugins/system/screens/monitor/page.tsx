import { Radio } from '@arco-design/web-react';
import { MONITOR_RANGES, type MonitorRange } from '@waypost/contract/platform';
import {
  ErrorState,
  Panel,
  PendingState,
  Skeleton,
  TabbedPage,
  useCall,
  useClient,
  useQuery,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { SettingsForm } from '../plugins/parts/SettingsForm.tsx';
import {
  MONITOR_UPDATE,
  monitorChangeSettings,
  monitorHistory,
  monitorInquire,
  monitorLimits,
  monitorSettingsCall,
} from './calls.ts';
import { Charts } from './parts/Charts.tsx';
import styles from './parts/monitor.module.css';
import { ProcessTable } from './parts/ProcessTable.tsx';
import { StatePanel } from './parts/StatePanel.tsx';
import { JobsPanel, StoreAndBackup } from './parts/WorkPanels.tsx';

/** Milliseconds between two looks at how it is. */
const STATE_MS = 5_000;
/** Figures come twice a minute. */
const HISTORY_MS = 15_000;
/** How the installation does: what is wrong in words, and the last hours of everything that is measured. */
export function Page() {
  const words = useWords();
  return (
    <TabbedPage
      title={words('menu.monitor')}
      text={words('system.monitor.text')}
      tabs={[
        {
          name: 'state',
          title: 'system.monitor.tab.state',
          actions: <RangeChoice />,
          content: <State />,
        },
        {
          name: 'limits',
          title: 'system.monitor.tab.limits',
          permission: MONITOR_UPDATE,
          content: <Limits />,
        },
      ]}
    />
  );
}

/** Of how long the charts show the course; it stands in the address. */
function useRange(): [MonitorRange, (range: MonitorRange) => void] {
  const [params, setParams] = useQuery();
  const range = MONITOR_RANGES.find((name) => name === params.get('range')) ?? '1h';
  return [range, (value) => setParams({ range: value === '1h' ? undefined : value })];
}

function RangeChoice() {
  const words = useWords();
  const [range, choose] = useRange();
  return (
    <Radio.Group
      type="button"
      aria-label={words('system.monitor.range')}
      value={range}
      options={MONITOR_RANGES.map((value) => ({ value, label: words(`system.monitor.range.${value}`) }))}
      onChange={choose}
    />
  );
}

function State() {
  const [range] = useRange();
  const { data: state, error, refetch } = useCall(monitorInquire, {}, { refetchInterval: STATE_MS });
  const { data: history } = useCall(monitorHistory, { range }, { refetchInterval: HISTORY_MS });
  const { data: limits } = useCall(monitorLimits, {}, { refetchInterval: HISTORY_MS });
  // Whoever may not look, and what is wrong with the question itself, is no state of the installation.
  if (error !== null && !error.isPassing) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.stack}>
      {state || error ? <StatePanel state={state} error={error} /> : <Skeleton lines={2} height={22} />}
      {state ? (
        <ProcessTable processes={state.processes} time={state.time} />
      ) : (
        <Skeleton lines={5} height={22} />
      )}
      <Charts history={history} limits={limits} range={range} />
      {state ? <StoreAndBackup state={state} /> : null}
      {state ? <JobsPanel jobs={state.jobs} time={state.time} /> : null}
    </div>
  );
}

function Limits() {
  const words = useWords();
  const client = useClient();
  const reload = useReloadArea(monitorSettingsCall.area);
  const { data, error, refetch } = useCall(monitorSettingsCall, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  return (
    <div className={styles.form}>
      <Panel title={words('system.monitor.limits')} text={words('system.monitor.limits.text')}>
        <SettingsForm
          view={data}
          isWritable
          save={(version, change) => client.call(monitorChangeSettings, { version, change })}
          read={() => client.call(monitorSettingsCall, {})}
          reload={reload}
        />
      </Panel>
    </div>
  );
}
