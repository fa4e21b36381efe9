import { field } from '@waypost/contract';
import {
  Button,
  CallForm,
  Can,
  type DetailSlotProps,
  defineTab,
  FormSection,
  newKey,
  notify,
  Panel,
  PendingState,
  ResourceField,
  ResourceList,
  useCall,
  useFormat,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { giveDaysCall, membershipCall } from '../members/calls.ts';
import { MembershipFacts } from '../members/MembershipFacts.tsx';
import { PayOutPanel } from '../members/PayOutPanel.tsx';
import { StandingTag } from '../members/StandingTag.tsx';
import { orderResource } from '../screens/order/resource.ts';

const FIELDS = {
  days: field(giveDaysCall.body.shape.days, { unit: 'wallet.unit.days' }),
  remark: field(giveDaysCall.body.shape.remark, { control: 'textarea' }),
};

/** A customer's membership on the customer's page, with what was ordered. */
function PersonMembership({ row }: DetailSlotProps) {
  const words = useWords();
  const may = usePermission();
  const [isGiving, setGiving] = useState(false);
  const reloadPerson = useReloadArea('user');
  const query = useCall(membershipCall, { account: row.id });
  const { data } = query;
  if (data === undefined) return <PendingState error={query.error} onRetry={query.refetch} lines={6} />;
  const give = (
    <Can permission="wallet.membership:give">
      <Button onClick={() => setGiving(true)}>{words('wallet.gift.verb')}</Button>
    </Can>
  );
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Panel title={words('wallet.person.membership')} actions={give}>
        <p>
          <StandingTag standing={data.standing} />
        </p>
        <MembershipFacts membership={data} />
      </Panel>
      {may('wallet.membership:pay_out') ? (
        <PayOutPanel account={row.id} name={String(row.account)} onDone={() => void reloadPerson()} />
      ) : null}
      {may('wallet.order:read_all') ? (
        <ResourceList
          resource={orderResource}
          title="wallet.person.orders"
          words="wallet.order"
          call="inquire"
          owners={false}
          extraFilters={{ owner: row.id }}
          form={false}
          filters={[]}
          columns={['number', 'plan_name', 'status', 'create_time']}
          rowTo={({ id }) => `order?id=${id}`}
        />
      ) : null}
      {isGiving ? (
        <GiftDrawer
          account={row.id}
          name={String(row.account)}
          onClose={() => setGiving(false)}
          onDone={() => {
            query.refetch();
            void reloadPerson();
          }}
        />
      ) : null}
    </div>
  );
}

interface GiftDrawerProps {
  account: string;
  name: string;
  onClose: () => void;
  onDone: () => void;
}

function GiftDrawer({ account, name, onClose, onDone }: GiftDrawerProps) {
  const words = useWords();
  const format = useFormat();
  // One for as long as the drawer is open: whatever is pressed or sent twice is one gift.
  const [key] = useState(newKey);
  return (
    <CallForm
      call={giveDaysCall}
      name="wallet.gift"
      fields={FIELDS}
      submit="wallet.gift.verb"
      drawer={{ title: words('wallet.gift.title', { name }), width: 480 }}
      toBody={({ days, remark }) => ({ account, key, days: Number(days), remark: String(remark) })}
      onCancel={onClose}
      onSent={({ until }) => {
        notify.success(words('wallet.gift.done', { time: format.exact(until) }));
        onDone();
        onClose();
      }}
    >
      <FormSection text={words('wallet.gift.text')}>
        <ResourceField name="days" />
        <ResourceField name="remark" />
      </FormSection>
    </CallForm>
  );
}

export const contribution = defineTab({ title: 'wallet.person.membership', Component: PersonMembership });
