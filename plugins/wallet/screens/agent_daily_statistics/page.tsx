import { showAmount } from '@waypost/contract';
import {
  BarChart,
  DAY_RANGE_KEYS,
  DayRangePicker,
  dayRangeError,
  ExportButton,
  listWish,
  Panel,
  ResourceList,
  Page as Screen,
  useCall,
  useClient,
  useDayRange,
  useFormat,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../agents/parts/agents.module.css';
import { SumFigures } from '../../agents/parts/SumFigures.tsx';
import { PersonLink, SUM_COLUMNS } from '../../agents/parts/sum-columns.tsx';
import { AGENT_DAYS } from '../../agents/values.ts';
import {
  agentDaysCall,
  agentDaysExportCall,
  agentDayTotalsCall,
  EXPORT_DAYS,
  READ_ALL_DAYS,
  zAgentDaysExport,
} from './calls.ts';
import { agentDay } from './resource.ts';

/** What customers came to by day, and what was earned of it. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const may = usePermission();
  const [params] = useQuery();
  const [today, setToday] = useState<string>();
  const state = useDayRange(AGENT_DAYS, today);
  const isOfAll = may(READ_ALL_DAYS);
  const { agent } = listWish(agentDay, params);
  const asked = { ...state.asked, ...(isOfAll && typeof agent === 'string' ? { agent } : {}) };
  const hasFault = state.fault !== undefined;
  const { data, error } = useCall(agentDayTotalsCall, asked, { enabled: !hasFault });
  if (data !== undefined && data.today !== today) setToday(data.today);
  return (
    <Screen
      title={words('menu.agent_daily_statistics')}
      actions={
        <>
          <DayRangePicker
            offered={AGENT_DAYS}
            asked={state.asked}
            today={today}
            shown={data}
            onChange={state.change}
          />
          {may(EXPORT_DAYS) ? (
            <ExportButton
              call={agentDaysExportCall}
              body={zAgentDaysExport.parse(asked)}
              isDisabled={hasFault}
            />
          ) : null}
        </>
      }
    >
      <div className={styles.stack}>
        {hasFault || error ? null : <SumFigures sums={data} />}
        {data !== undefined && data.course.length > 1 ? (
          <Panel title={words('wallet.sums.course')}>
            <BarChart
              title={words('wallet.sums.course')}
              labels={data.course.map(({ day }) => day.slice('yyyy-'.length))}
              values={data.course.map(({ kept }) => Number(showAmount(kept)))}
              valueLabel={words('wallet.sums.kept')}
              labelName={words('wallet.agent_day.period')}
              onSelect={(at) => {
                const day = data.course[at]?.day;
                if (day !== undefined) state.change({ range: 'custom', first: day, last: day });
              }}
            />
          </Panel>
        ) : null}
        <ResourceList
          resource={agentDay}
          exports="beside"
          title="wallet.agent_day.title"
          load={(query, signal) =>
            client
              .call(agentDaysCall, agentDaysCall.body.parse({ ...query, ...asked }), { signal })
              .catch((error: Error) => {
                throw dayRangeError(error);
              })
          }
          form={false}
          owners={false}
          filters={['agent']}
          narrowedBy={DAY_RANGE_KEYS}
          isHeld={hasFault}
          columns={[
            { field: 'period', width: 150, render: ({ period }) => format.day(period) },
            {
              field: 'agent_account',
              isHidden: !isOfAll,
              render: (row) => <PersonLink id={row.agent} account={row.agent_account} />,
            },
            ...SUM_COLUMNS,
            { field: 'customers', title: 'wallet.sums.customers', width: 130, align: 'right', priority: 5 },
          ]}
        />
      </div>
    </Screen>
  );
}
