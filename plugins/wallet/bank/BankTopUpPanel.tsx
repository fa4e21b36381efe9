import { field } from '@waypost/contract';
import {
  CallForm,
  newKey,
  notify,
  Panel,
  PriceControl,
  ResourceList,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../money/Money.tsx';
import styles from './bank.module.css';
import { bankTopUpAdd } from './calls.ts';
import { bankTopUpResource } from './resource.ts';
import { BANK_TONES } from './tones.ts';

const CONTROLS = { price: PriceControl };
const { shape } = bankTopUpAdd.body;
const FIELDS = {
  amount: field(shape.amount, { control: 'price', unit: 'wallet.unit.usdt' }),
  reference: field(shape.reference, { autoComplete: 'off' }),
};

interface BankTopUpPanelProps {
  title: string | undefined;
  details: string;
  /** What the form begins with, smallest units. */
  amount: string | undefined;
}

/** Where to send money by bank, and saying that it was sent. */
export function BankTopUpPanel({ title, details, amount }: BankTopUpPanelProps) {
  const words = useWords();
  const { reload } = useResource(bankTopUpResource);
  // One press is one transfer, also when its answer is lost and it is pressed again.
  const [key, setKey] = useState(newKey);
  const [asked, setAsked] = useState(amount);
  return (
    <>
      <Panel {...(title === undefined ? {} : { title })} text={words('wallet.bank.text')}>
        <p className={styles.details}>{details}</p>
        <CallForm
          // What was sent is not asked for once more: the form begins anew.
          key={key}
          call={bankTopUpAdd}
          name="wallet.bank_top_up"
          fields={FIELDS}
          controls={CONTROLS}
          initial={asked === undefined ? {} : { amount: asked }}
          submit="wallet.bank.submit"
          toBody={(typed) => ({ ...typed, key })}
          onSent={({ number }) => {
            notify.success(words('wallet.bank.sent', { number }));
            setAsked(undefined);
            setKey(newKey());
            void reload();
          }}
        />
      </Panel>
      <ResourceList
        resource={bankTopUpResource}
        title="wallet.bank_top_up.own"
        words="wallet.bank_top_up"
        call="user_inquire"
        owners={false}
        form={false}
        isHiddenEmpty
        filters={[]}
        tones={BANK_TONES}
        columns={[
          { field: 'number', width: 200 },
          { field: 'amount', width: 150, align: 'right', render: (row) => <Money amount={row.amount} /> },
          { field: 'state', width: 130 },
          { field: 'reference', priority: 2 },
          { field: 'reason', priority: 3 },
          { field: 'create_time', width: 164, priority: 4 },
        ]}
      />
    </>
  );
}
