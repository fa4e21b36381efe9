import { Radio } from '@arco-design/web-react';
import {
  ExportButton,
  listWish,
  Page as Screen,
  useCall,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import styles from '../../agents/parts/agents.module.css';
import { SumFigures } from '../../agents/parts/SumFigures.tsx';
import { agentHistoryExportCall, agentHistoryTotalsCall, EXPORT_HISTORY, READ_ALL_HISTORY } from './calls.ts';
import { CustomerRows } from './parts/CustomerRows.tsx';
import { MonthRows } from './parts/MonthRows.tsx';
import { agentMonth } from './resource.ts';

const GROUPS = ['month', 'customer'] as const;
type Group = (typeof GROUPS)[number];

/** What customers came to over the whole time, and what was earned of it: by month, or by customer. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [params, set] = useQuery();
  const by: Group = params.get('by') === 'customer' ? 'customer' : 'month';
  const isOfAll = may(READ_ALL_HISTORY);
  const { agent } = listWish(agentMonth, params);
  const asked = isOfAll && typeof agent === 'string' ? { agent } : {};
  const { data, error } = useCall(agentHistoryTotalsCall, asked);
  return (
    <Screen
      title={words('menu.agent_historical_statistics')}
      actions={
        <>
          <Radio.Group
            type="button"
            aria-label={words('wallet.agent_history.by')}
            value={by}
            options={GROUPS.map((value) => ({ value, label: words(`wallet.agent_history.by.${value}`) }))}
            onChange={(group: Group) =>
              set({
                by: group === 'month' ? undefined : group,
                page: undefined,
                sort_field: undefined,
                sort_order: undefined,
                customer: undefined,
              })
            }
          />
          {may(EXPORT_HISTORY) ? <ExportButton call={agentHistoryExportCall} body={asked} /> : null}
        </>
      }
    >
      <div className={styles.stack}>
        {error ? null : <SumFigures sums={data} />}
        {by === 'month' ? <MonthRows isOfAll={isOfAll} /> : <CustomerRows isOfAll={isOfAll} />}
      </div>
    </Screen>
  );
}
