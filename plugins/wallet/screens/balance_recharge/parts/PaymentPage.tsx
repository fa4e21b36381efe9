import { Alert } from '@arco-design/web-react';
import { amountText, showAmount } from '@waypost/contract';
import {
  Absent,
  CopyText,
  clockOf,
  Facts,
  Panel,
  PendingState,
  QrPicture,
  Page as Screen,
  ScreenLink,
  Tag,
  useFormat,
  useLiveCall,
  usePermission,
  useSecondsLeft,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { Payment } from '../../../chain/orders/values.ts';
import { Money } from '../../../money/Money.tsx';
import type { Settlement } from '../../../orders/values.ts';
import { paymentDetails } from '../calls.ts';
import styles from './recharge.module.css';

const POLL_MS = 5_000;
type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'info';
const TONES: Readonly<Record<Settlement, Tone>> = {
  ...({ waiting: 'neutral', settled: 'good', under: 'warning', over: 'good', late: 'good' } as const),
  ...({
    expired: 'bad',
    wrong_token: 'bad',
    failed: 'bad',
    refunded: 'neutral',
    cancelled: 'neutral',
  } as const),
};
/** The money is on the balance. */
const CAME: ReadonlySet<Settlement> = new Set(['settled', 'over', 'late']);
const ALERTS: Readonly<Record<Tone, 'success' | 'warning' | 'error' | 'info'>> = {
  ...({ good: 'success', warning: 'warning', bad: 'error', neutral: 'info', info: 'info' } as const),
};

/** One payment: where to and exactly how much, until when, and what of it has come. It goes on when nobody looks. */
export function PaymentPage({ id }: { id: string }) {
  const words = useWords();
  const mayBuy = usePermission()('wallet.purchase:buy');
  const { data, error, refetch } = useLiveCall(
    paymentDetails,
    { id },
    { topic: `wallet.payment:${id}`, pollMs: POLL_MS },
  );
  if (!data)
    return (
      <Screen title={words('menu.balance_recharge')}>
        <PendingState error={error} onRetry={refetch} lines={8} />
      </Screen>
    );
  const { kind, number, settlement } = data;
  return (
    <Screen
      title={words('wallet.payment.title', { number })}
      state={<Tag tone={TONES[settlement]}>{words(`wallet.payment.settlement.${settlement}`)}</Tag>}
      text={words('wallet.payment.text')}
    >
      <div className={styles.stack}>
        <Standing payment={data} />
        {isAwaited(data) ? <HowToPay payment={data} /> : null}
        <Panel title={words('wallet.payment.came')}>
          <Facts facts={factsOf(data, words)} />
          <p className={styles.on}>
            {mayBuy && kind === 'top_up' && CAME.has(settlement) ? (
              <ScreenLink to="buy_vip_combo">{words('menu.buy_vip_combo')}</ScreenLink>
            ) : null}
            <ScreenLink to="balance_recharge">{words('wallet.payment.back')}</ScreenLink>
          </p>
        </Panel>
      </div>
    </Screen>
  );
}

/** Whether money may still be sent for it. */
const isAwaited = ({ settlement, status }: Payment): boolean =>
  status === 1 && ['waiting', 'under', 'wrong_token', 'failed'].includes(settlement);

function Standing({ payment }: { payment: Payment }) {
  const words = useWords();
  const { settlement, pending, confirmations, amount, received } = payment;
  const left = BigInt(amount) - BigInt(received);
  const isSeen = pending !== '0' && settlement !== 'settled';
  const key = isSeen ? 'seen' : settlement;
  return (
    <div role="status">
      <Alert
        type={isSeen ? 'info' : ALERTS[TONES[settlement]]}
        content={words(`wallet.payment.standing.${key}`, {
          pending: amountText(pending),
          received: amountText(received),
          left: amountText(String(left > 0n ? left : 0n)),
          blocks: confirmations,
        })}
      />
    </div>
  );
}

function HowToPay({ payment }: { payment: Payment }) {
  const words = useWords();
  const seconds = useSecondsLeft(payment.expires_time);
  const { amount, received, address, network, picture, is_shared } = payment;
  const left = BigInt(amount) - BigInt(received);
  const toPay = String(left > 0n ? left : 0n);
  return (
    <Panel title={words('wallet.payment.how')} text={words(`wallet.payment.network.${network}`)}>
      <div className={styles.pay}>
        {picture === null ? null : <QrPicture picture={picture} label={words('wallet.payment.picture')} />}
        <dl className={styles.where}>
          <dt>{words('wallet.payment.amount')}</dt>
          <dd className={styles.exact}>
            <CopyText value={showAmount(toPay)} shown={`${amountText(toPay)} USDT`} isMono={false} />
          </dd>
          <dt>{words('wallet.payment.address')}</dt>
          <dd>
            <CopyText value={address} isWhole />
          </dd>
          <dt>{words('wallet.payment.left')}</dt>
          <dd className={styles.clock}>{seconds > 0 ? clockOf(seconds) : words('wallet.payment.over')}</dd>
        </dl>
      </div>
      <p className={styles.warning}>
        {words(is_shared ? 'wallet.payment.exactly' : 'wallet.payment.warning')}
      </p>
    </Panel>
  );
}

function factsOf(
  { amount, received, pending, expires_time, network, contract }: Payment,
  words: ReturnType<typeof useWords>,
): [string, ReactNode][] {
  return [
    [words('wallet.payment.amount'), <Money key="amount" amount={amount} />],
    [words('wallet.payment.received'), <Money key="received" amount={received} />],
    [
      words('wallet.payment.pending'),
      pending === '0' ? <Absent key="pending" /> : <Money key="pending" amount={pending} />,
    ],
    [words('wallet.payment.expires'), <Exact key="expires" time={expires_time} />],
    [words('wallet.payment.network'), words(`wallet.network.${network}`)],
    [words('wallet.payment.contract'), <CopyText key="contract" value={contract} ellipsis="middle" />],
  ];
}

function Exact({ time }: { time: string }) {
  const format = useFormat();
  return format.exact(time);
}
