import { amountText, field } from '@waypost/contract';
import {
  Button,
  CallForm,
  Facts,
  FormSection,
  newKey,
  notify,
  Panel,
  PendingState,
  ResourceField,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../money/Money.tsx';
import { balanceCall, payOutCall } from './calls.ts';

const FIELDS = { reference: field(payOutCall.body.shape.reference) };

interface PayOutProps {
  account: string;
  name: string;
  onDone: () => void;
}

/** What a customer has, and the way to book that it was paid out, which the account needs before it can be closed. */
export function PayOutPanel({ account, name, onDone }: PayOutProps) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useCall(balanceCall, { account });
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={2} />;
  const { available, held } = data;
  return (
    <Panel
      title={words('wallet.pay_out')}
      text={words('wallet.pay_out.text')}
      actions={
        available === '0' ? null : (
          <Button onClick={() => setOpen(true)}>{words('wallet.pay_out.verb')}</Button>
        )
      }
    >
      <Facts
        facts={[
          [words('wallet.pay_out.available'), <Money key="available" amount={available} />],
          [words('wallet.pay_out.held'), <Money key="held" amount={held} />],
        ]}
      />
      {isOpen ? (
        <PayOutDrawer
          account={account}
          name={name}
          amount={available}
          onClose={() => setOpen(false)}
          onDone={() => {
            void refetch();
            onDone();
          }}
        />
      ) : null}
    </Panel>
  );
}

function PayOutDrawer({
  account,
  name,
  amount,
  onClose,
  onDone,
}: PayOutProps & { amount: string; onClose: () => void }) {
  const words = useWords();
  // One for as long as the drawer is open: whatever is pressed or sent twice is one payment.
  const [key] = useState(newKey);
  const shown = amountText(amount);
  return (
    <CallForm
      call={payOutCall}
      name="wallet.pay_out"
      fields={FIELDS}
      submit="wallet.pay_out.verb"
      submitKind="danger"
      drawer={{ title: words('wallet.pay_out.title', { name }), width: 480 }}
      about={account}
      toBody={({ reference }) => ({ account, amount, key, reference: String(reference) })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('wallet.pay_out.done', { amount: shown }));
        onDone();
        onClose();
      }}
    >
      <FormSection text={words('wallet.pay_out.before', { amount: shown, name })}>
        <ResourceField name="reference" />
      </FormSection>
    </CallForm>
  );
}
