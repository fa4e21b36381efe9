import { field, type ResultOf } from '@waypost/contract';
import {
  CallForm,
  type Fact,
  Facts,
  FormSection,
  newKey,
  notify,
  RelativeTime,
  ResourceField,
  useGo,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import type { membershipCall } from '../../../members/calls.ts';
import { Money } from '../../../money/Money.tsx';
import { OrderStatus, PayType } from '../../../orders/values.ts';
import { LimitChanges } from '../../../plans/LimitList.tsx';
import { buyCall, type Offer } from '../calls.ts';
import styles from './buy.module.css';
import { lacking } from './primary-offer.ts';

type PayTypeCode = (typeof PayType)[keyof typeof PayType];

interface BuyDrawerProps {
  offer: Offer;
  /** What the reader has now. */
  membership: ResultOf<typeof membershipCall>;
  /** Smallest units. */
  balance: string;
  payTypes: readonly PayTypeCode[];
  onClose: () => void;
  /** The prices may be others now. */
  onChanged: () => void;
}

/** What a plan costs, line by line, and how it is paid. */
export function BuyDrawer({ offer, membership, balance, payTypes, onClose, onChanged }: BuyDrawerProps) {
  const words = useWords();
  const go = useGo();
  // One for as long as the drawer is open: whatever is pressed or sent twice is one purchase.
  const [key] = useState(newKey);
  const { id: plan, name, price, kind } = offer;
  const lacks = lacking(price, balance);
  const fields = useMemo(() => {
    // A balance that is too small pays for nothing.
    const options = lacks > 0n ? payTypes.filter((type) => type !== PayType.balance) : payTypes;
    return {
      pay_type: field(buyCall.body.shape.pay_type, { control: 'radio', options, default: options[0] }),
    };
  }, [payTypes, lacks]);
  return (
    <CallForm
      call={buyCall}
      name="wallet.purchase"
      fields={fields}
      submit={`wallet.buy.verb.${kind}`}
      drawer={{ title: words(`wallet.buy.title.${kind}`, { name }), width: 480 }}
      toBody={({ pay_type }) => ({ plan, price, kind, key, pay_type: pay_type as PayTypeCode })}
      onCancel={onClose}
      onSent={({ id, status }) => {
        onChanged();
        onClose();
        if (status === OrderStatus.paid) notify.success(words('wallet.buy.done', { name }));
        // What waits for a transfer has its address on the page of the payment.
        go(status === OrderStatus.paid ? 'user_order' : 'balance_recharge', { id });
      }}
    >
      <div className={styles.sums}>
        <Facts facts={sumsOf(offer, { words, membership, balance })} />
      </div>
      <FormSection>
        <ResourceField name="pay_type" />
      </FormSection>
    </CallForm>
  );
}

function sumsOf(
  { list_price, credit, is_rounded, price, until, kind, limits }: Offer,
  {
    words,
    membership,
    balance,
  }: { words: ReturnType<typeof useWords> } & Pick<BuyDrawerProps, 'membership' | 'balance'>,
): Fact[] {
  const lines: Fact[] = [];
  if (kind === 'change')
    lines.push(
      [words('wallet.order.list_price'), <Money key="list" amount={list_price} />],
      [
        words('wallet.buy.credit', { name: membership.plan_name }),
        <span key="credit">
          −<Money amount={credit} />
          {is_rounded ? ` (${words('wallet.buy.rounded')})` : ''}
        </span>,
      ],
    );
  return [
    ...lines,
    [words('wallet.order.price'), <Money key="price" amount={price} />],
    [
      words('wallet.buy.until'),
      <span key="until">
        {membership.until === null ? null : (
          <>
            <RelativeTime value={membership.until} mayLieAhead /> →{' '}
          </>
        )}
        <RelativeTime value={until} mayLieAhead />
      </span>,
    ],
    [words('wallet.buy.limits'), <LimitChanges key="limits" before={membership.limits} after={limits} />],
    [words('wallet.buy.balance'), <Money key="balance" amount={balance} />],
  ];
}
