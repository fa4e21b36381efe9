import { field, type ResultOf } from '@waypost/contract';
import {
  CallForm,
  Facts,
  FormSection,
  newKey,
  notify,
  PriceControl,
  ResourceField,
  useGo,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../../../money/Money.tsx';
import { withdrawalAdd, type withdrawalFacts } from '../calls.ts';

const FIELDS = {
  amount: field(withdrawalAdd.body.shape.amount, { control: 'price', unit: 'wallet.unit.usdt' }),
};
const CONTROLS = { price: PriceControl };

interface AskProps {
  facts: ResultOf<typeof withdrawalFacts>;
  onClose: () => void;
  onDone: () => void;
}

/** How much is to be paid out; where to is the address that stands on the page. */
export function AskDrawer({ facts, onClose, onDone }: AskProps) {
  const words = useWords();
  const go = useGo();
  // One for as long as the drawer is open: whatever is pressed or sent twice is one withdrawal.
  const [key] = useState(newKey);
  const { available, least, fee, address, network } = facts;
  return (
    <CallForm
      call={withdrawalAdd}
      name="wallet.withdrawal_ask"
      fields={FIELDS}
      controls={CONTROLS}
      submit="wallet.withdrawal.ask.submit"
      drawer={{ title: words('wallet.withdrawal.ask.title'), width: 520 }}
      toBody={(values) => ({ ...values, key })}
      onCancel={onClose}
      onSent={({ id }) => {
        notify.success(words('wallet.withdrawal.ask.done'));
        onDone();
        go('acting_withdrawal_list', { id });
      }}
    >
      <Facts
        facts={[
          [words('wallet.withdrawal.balance'), <Money key="available" amount={available} />],
          [words('wallet.withdrawal.least'), <Money key="least" amount={least} />],
          [words('wallet.withdrawal.fee'), <Money key="fee" amount={fee} />],
          [words('wallet.withdrawal.address'), address],
          [words('wallet.withdrawal.network'), words(`wallet.network.${network}`)],
        ]}
      />
      <FormSection>
        <ResourceField name="amount" />
      </FormSection>
    </CallForm>
  );
}
