import { IconCheckCircle, IconCloseCircle } from '@arco-design/web-react/icon';
import { amountText, field, type RowOf } from '@waypost/contract';
import {
  CallForm,
  joinSentences,
  notify,
  ResourceList,
  useClient,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../money/Money.tsx';
import { bankTopUpApprove, bankTopUpRefuse } from './calls.ts';
import { bankTopUpResource } from './resource.ts';
import { BANK_TONES } from './tones.ts';

type BankTopUp = RowOf<typeof bankTopUpResource>;
const REASON = { reason: field(bankTopUpRefuse.body.shape.reason, { control: 'textarea' }) };
const isWaiting = ({ state }: BankTopUp): boolean => state === 'waiting';

/** What customers say to have sent by bank; an operator holds it against the statement of the bank and decides. */
export function BankTopUpList() {
  const words = useWords();
  const client = useClient();
  const [refused, setRefused] = useState<BankTopUp>();
  const { reload } = useResource(bankTopUpResource);
  return (
    <>
      <ResourceList
        resource={bankTopUpResource}
        title="wallet.bank_top_up.all"
        call="inquire"
        owners="preset"
        form={false}
        tones={BANK_TONES}
        filters={['state']}
        columns={[
          { field: 'number', width: 200 },
          { field: 'owner_account', width: 150, priority: 1 },
          { field: 'amount', width: 150, align: 'right', render: (row) => <Money amount={row.amount} /> },
          { field: 'reference', priority: 1 },
          { field: 'state', width: 130 },
          { field: 'reason', priority: 4 },
          { field: 'create_time', width: 164, priority: 3 },
          { field: 'decided_time', isHidden: true },
          { field: 'decided_by', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'approve',
            label: 'wallet.bank_top_up.approve',
            icon: <IconCheckCircle />,
            permission: 'wallet.bank_top_up:decide',
            isVisible: isWaiting,
            confirm: ({ amount, owner_account, reference, same_reference }) => ({
              title: words('wallet.bank_top_up.approve.title', {
                amount: amountText(amount),
                account: owner_account,
              }),
              text: joinSentences([
                words('wallet.bank_top_up.approve.text', { reference }),
                ...(same_reference === ''
                  ? []
                  : [words('wallet.bank_top_up.approve.same', { number: same_reference })]),
              ]),
              verb: words('wallet.bank_top_up.approve'),
            }),
            run: async ({ id, amount, same_reference }, list) => {
              await client.call(bankTopUpApprove, { id, same_reference });
              notify.success(words('wallet.bank_top_up.approve.done', { amount: amountText(amount) }));
              list.reload();
            },
          },
          {
            name: 'refuse',
            label: 'wallet.bank_top_up.refuse',
            icon: <IconCloseCircle />,
            permission: 'wallet.bank_top_up:decide',
            isVisible: isWaiting,
            run: (row) => setRefused(row),
          },
        ]}
      />
      {refused ? (
        <CallForm
          call={bankTopUpRefuse}
          name="wallet.bank_top_up"
          fields={REASON}
          submit="wallet.bank_top_up.refuse"
          submitKind="danger"
          drawer={{ title: words('wallet.bank_top_up.refuse.title', { number: refused.number }), width: 480 }}
          about={refused.id}
          toBody={({ reason }) => ({ id: refused.id, reason: String(reason) })}
          onCancel={() => setRefused(undefined)}
          onSent={() => {
            notify.success(words('wallet.bank_top_up.refuse.done', { number: refused.number }));
            setRefused(undefined);
            void reload();
          }}
        />
      ) : null}
    </>
  );
}
