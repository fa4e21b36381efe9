import { amountText, field } from '@waypost/contract';
import {
  CallForm,
  Facts,
  FormSection,
  newKey,
  notify,
  PriceControl,
  ResourceField,
  Skeleton,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../../../money/Money.tsx';
import { topUpCall, topUpFactsCall } from '../calls.ts';

const CONTROLS = { price: PriceControl };
const FIELDS = {
  amount: field(topUpCall.body.shape.amount, { control: 'price', unit: 'wallet.unit.usdt' }),
  remark: field(topUpCall.body.shape.remark, { control: 'textarea' }),
};

interface TopUpDrawerProps {
  customer: { id: string; account: string };
  onClose: () => void;
  onDone: () => void;
}

/** Money from the own balance for a customer: how much, and why. */
export function TopUpDrawer({ customer: { id, account }, onClose, onDone }: TopUpDrawerProps) {
  const words = useWords();
  // One for as long as the drawer is open: whatever is pressed or sent twice is one payment.
  const [key] = useState(newKey);
  const { data } = useCall(topUpFactsCall, { customer: id });
  return (
    <CallForm
      call={topUpCall}
      name="wallet.top_up"
      fields={FIELDS}
      controls={CONTROLS}
      submit="wallet.top_up.verb"
      drawer={{ title: words('wallet.top_up.title', { name: account }), width: 480 }}
      toBody={({ amount, remark }) => ({
        customer: id,
        key,
        amount: String(amount),
        ...(remark === undefined || remark === '' ? {} : { remark: String(remark) }),
      })}
      onCancel={onClose}
      onSent={({ available }) => {
        notify.success(words('wallet.top_up.done', { name: account, available: amountText(available) }));
        onDone();
        onClose();
      }}
    >
      <FormSection text={words('wallet.top_up.text')}>
        <Facts
          facts={[
            [
              words('wallet.top_up.available'),
              data === undefined ? (
                <Skeleton key="available" lines={1} height={20} />
              ) : (
                <Money key="available" amount={data.available} />
              ),
            ],
          ]}
        />
        <ResourceField name="amount" />
        <ResourceField name="remark" />
      </FormSection>
    </CallForm>
  );
}
