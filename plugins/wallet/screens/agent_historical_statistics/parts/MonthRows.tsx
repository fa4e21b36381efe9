import { ResourceList, useClient } from '@waypost/host-sdk';
import { PersonLink, SUM_COLUMNS } from '../../../agents/parts/sum-columns.tsx';
import { agentMonthsCall } from '../calls.ts';
import { agentMonth } from '../resource.ts';

/** What customers came to by month. */
export function MonthRows({ isOfAll }: { isOfAll: boolean }) {
  const client = useClient();
  return (
    <ResourceList
      resource={agentMonth}
      exports="beside"
      title="wallet.agent_month.title"
      load={(query, signal) => client.call(agentMonthsCall, agentMonthsCall.body.parse(query), { signal })}
      form={false}
      owners={false}
      filters={['agent']}
      narrowedBy={['by']}
      columns={[
        { field: 'period', width: 130 },
        {
          field: 'agent_account',
          isHidden: !isOfAll,
          render: (row) => <PersonLink id={row.agent} account={row.agent_account} />,
        },
        ...SUM_COLUMNS,
        { field: 'customers', title: 'wallet.sums.customers', width: 130, align: 'right', priority: 5 },
      ]}
    />
  );
}
