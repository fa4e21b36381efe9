import {
  Button,
  Can,
  Facts,
  Panel,
  RelativeTime,
  ResourceList,
  type ThingHandle,
  ThingPage,
  useCall,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../agents/parts/agents.module.css';
import { shareColumns } from '../../../agents/parts/share-columns.tsx';
import { StandingTag } from '../../../members/StandingTag.tsx';
import { Money } from '../../../money/Money.tsx';
import { READ_SHARES } from '../../agent_divided_into/calls.ts';
import { shareResource } from '../../agent_divided_into/resource.ts';
import { type Customer, TOP_UP_CUSTOMERS, topUpFactsCall } from '../calls.ts';
import { customerResource } from '../resource.ts';
import own from './customers.module.css';
import { TopUpDrawer } from './TopUpDrawer.tsx';

/** The page of a customer: how they stand, what they bought, what they were given. */
export function CustomerPage() {
  return (
    <ThingPage
      resource={customerResource}
      back={{ screen: 'user_customer', label: 'menu.user_customer' }}
      state={({ standing }) => <StandingTag standing={standing} />}
      facts={({ name, account }) => (name === account ? '' : name)}
      actions={(customer, page) => <CustomerVerbs customer={customer} page={page} />}
      tabs={[
        {
          name: 'overview',
          title: 'wallet.customer.tab.overview',
          content: (customer) => <Overview customer={customer} />,
        },
        {
          name: 'orders',
          title: 'wallet.customer.tab.orders',
          permission: READ_SHARES,
          content: ({ id }) => (
            <ResourceList
              resource={shareResource}
              title="wallet.customer.orders"
              form={false}
              owners={false}
              extraFilters={{ customer: id }}
              filters={['time']}
              columns={shareColumns({ isOfAll: false, hasCustomer: false })}
            />
          ),
        },
      ]}
    />
  );
}

function CustomerVerbs({
  customer,
  page,
}: {
  customer: Pick<Customer, 'id' | 'account' | 'is_disabled'>;
  page: ThingHandle;
}) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  if (customer.is_disabled) return null;
  return (
    <Can permission={TOP_UP_CUSTOMERS}>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words('wallet.top_up.verb')}
      </Button>
      {isOpen ? (
        <TopUpDrawer customer={customer} onClose={() => setOpen(false)} onDone={page.reload} />
      ) : null}
    </Can>
  );
}

function Overview({ customer }: { customer: Omit<Customer, 'id'> & { id: string } }) {
  const words = useWords();
  const may = usePermission();
  const { plan_name, until, joined_time, orders, spent, kept, last_time, is_disabled } = customer;
  const time = (value: string | null) => <RelativeTime value={value} mayLieAhead />;
  return (
    <div className={styles.stack}>
      <Panel title={words('wallet.customer.money')}>
        <Facts
          facts={[
            [words('wallet.customer.spent'), <Money key="spent" amount={spent} />],
            [words('wallet.customer.kept'), <Money key="kept" amount={kept} />],
            [words('wallet.customer.orders'), String(orders)],
            [words('wallet.customer.last_time'), time(last_time)],
          ]}
        />
      </Panel>
      <Panel title={words('wallet.person.membership')}>
        <Facts
          facts={[
            [words('wallet.customer.plan_name'), plan_name || words('wallet.membership.no_plan')],
            [words('wallet.customer.until'), time(until)],
            [words('wallet.customer.joined_time'), time(joined_time)],
            ...(is_disabled
              ? ([[words('wallet.customer.is_disabled'), words('wallet.customer.is_disabled.text')]] as const)
              : []),
          ]}
        />
      </Panel>
      {may(TOP_UP_CUSTOMERS) ? <LatestTopUps customer={customer.id} /> : null}
    </div>
  );
}

function LatestTopUps({ customer }: { customer: string }) {
  const words = useWords();
  const { data } = useCall(topUpFactsCall, { customer });
  if (data === undefined || data.latest.length === 0) return null;
  return (
    <Panel title={words('wallet.customer.top_ups')}>
      <ul className={own.latest}>
        {data.latest.map(({ id, amount, remark, time }) => (
          <li key={id}>
            <Money amount={amount} />
            <RelativeTime value={time} />
            <span className={own.remark}>{remark}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
