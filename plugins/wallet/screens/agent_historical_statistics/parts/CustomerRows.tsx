import { Absent, RelativeTime, ResourceList, ScreenLink, useClient } from '@waypost/host-sdk';
import { PersonLink, SUM_COLUMNS } from '../../../agents/parts/sum-columns.tsx';
import { agentCustomersCall } from '../calls.ts';
import { agentCustomer } from '../resource.ts';

/** What each customer came to over the whole time. */
export function CustomerRows({ isOfAll }: { isOfAll: boolean }) {
  const client = useClient();
  return (
    <ResourceList
      resource={agentCustomer}
      exports="beside"
      title="wallet.agent_customer.title"
      load={(query, signal) =>
        client.call(agentCustomersCall, agentCustomersCall.body.parse(query), { signal })
      }
      form={false}
      owners={false}
      filters={['agent', 'customer']}
      narrowedBy={['by']}
      columns={[
        {
          field: 'customer_account',
          priority: 0,
          render: ({ customer, customer_account }) =>
            isOfAll || customer_account === '' ? (
              <PersonLink id={customer} account={customer_account} />
            ) : (
              <ScreenLink to={`user_customer?id=${customer}`}>{customer_account}</ScreenLink>
            ),
        },
        {
          field: 'agent_account',
          isHidden: !isOfAll,
          priority: 1,
          render: (row) => <PersonLink id={row.agent} account={row.agent_account} />,
        },
        ...SUM_COLUMNS,
        {
          field: 'last_time',
          width: 150,
          priority: 4,
          render: ({ last_time }) => (last_time === null ? <Absent /> : <RelativeTime value={last_time} />),
        },
        { field: 'first_time', isHidden: true },
      ]}
    />
  );
}
