import { IconPlusCircle } from '@arco-design/web-react/icon';
import { Absent, RelativeTime, ResourceList, Page as Screen, useClient, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../agents/parts/agents.module.css';
import { StandingTag } from '../../../members/StandingTag.tsx';
import { Money } from '../../../money/Money.tsx';
import { type Customer, customersCall, TOP_UP_CUSTOMERS } from '../calls.ts';
import { customerResource } from '../resource.ts';
import { InvitationPanel } from './InvitationPanel.tsx';
import { TopUpDrawer } from './TopUpDrawer.tsx';

/** Who the reader has brought, and the address by which others come. */
export function CustomersPage() {
  const words = useWords();
  const client = useClient();
  const [chosen, setChosen] = useState<Pick<Customer, 'id' | 'account'>>();
  return (
    <Screen title={words('menu.user_customer')}>
      <div className={styles.stack}>
        <InvitationPanel />
        <ResourceList
          resource={customerResource}
          title="wallet.customer.title"
          load={(query, signal) => client.call(customersCall, customersCall.body.parse(query), { signal })}
          form={false}
          owners={false}
          exports={{ call: customersCall }}
          rowTo={({ id }) => `user_customer?id=${id}`}
          columns={[
            { field: 'account', priority: 0 },
            {
              field: 'name',
              priority: 6,
              render: ({ name, account }) => (name === account || name === '' ? <Absent /> : name),
            },
            {
              field: 'standing',
              width: 164,
              priority: 1,
              render: ({ standing }) => <StandingTag standing={standing} />,
            },
            { field: 'plan_name', priority: 3, render: ({ plan_name }) => plan_name || <Absent /> },
            {
              field: 'until',
              width: 150,
              priority: 2,
              render: ({ until }) => <RelativeTime value={until} mayLieAhead />,
            },
            { field: 'orders', width: 90, align: 'right', priority: 5 },
            {
              ...({ field: 'spent', width: 150, align: 'right', priority: 1 } as const),
              render: ({ spent }) => <Money amount={spent} />,
            },
            {
              ...({ field: 'kept', width: 150, align: 'right', priority: 3 } as const),
              render: ({ kept }) => <Money amount={kept} />,
            },
            { field: 'joined_time', width: 150, priority: 4 },
            { field: 'last_time', isHidden: true },
          ]}
          rowActions={[
            {
              name: 'top_up',
              label: 'wallet.top_up.verb',
              icon: <IconPlusCircle />,
              permission: TOP_UP_CUSTOMERS,
              isVisible: ({ is_disabled }) => !is_disabled,
              run: ({ id, account }) => setChosen({ id, account }),
            },
          ]}
        />
      </div>
      {chosen === undefined ? null : (
        <TopUpDrawer customer={chosen} onClose={() => setChosen(undefined)} onDone={() => undefined} />
      )}
    </Screen>
  );
}
