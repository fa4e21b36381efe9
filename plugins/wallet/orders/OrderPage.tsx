import type { Resource, RowOf } from '@waypost/contract';
import {
  type Fact,
  Facts,
  Panel,
  RelativeTime,
  ScreenLink,
  Tag,
  type ThingHandle,
  ThingPage,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { Money } from '../money/Money.tsx';
import { LimitList } from '../plans/LimitList.tsx';
import { LIMIT_KINDS, type Limits } from '../plans/values.ts';
import type { orderResource } from '../screens/order/resource.ts';
import styles from './orders.module.css';
import { ORDER_TONES } from './tones.ts';
import { OrderStatus, PayType } from './values.ts';

type Order = RowOf<typeof orderResource>;
/** Milliseconds between looks at whether an order that waits has been paid. */
const LOOK_EVERY = 10_000;

interface OrderPageProps {
  resource: Resource;
  back: { screen: string; label: string };
  /** Whether the reader may know whose it is and who earned of it. */
  hasShares: boolean;
  /** What the reader can do with it. */
  actions?: (order: Order, page: ThingHandle) => ReactNode;
}

/** The page of an order: what was bought by which terms, what it cost, how far it is. */
export function OrderPage({ resource, back, hasShares, actions }: OrderPageProps) {
  return (
    <ThingPage
      resource={resource as typeof orderResource}
      back={back}
      state={(order) => <OrderState order={order} />}
      {...(actions === undefined ? {} : { actions })}
      refetchEvery={({ status, settlement }) =>
        status === OrderStatus.unpaid && settlement === 'waiting' ? LOOK_EVERY : false
      }
      tabs={[
        {
          name: 'overview',
          title: 'wallet.order.tab.overview',
          content: (order) => <Overview order={order} hasShares={hasShares} />,
        },
      ]}
    />
  );
}

function OrderState({ order: { status, settlement } }: { order: Order }) {
  const words = useWords();
  const isPlain = settlement === 'settled';
  return (
    <>
      <Tag tone={ORDER_TONES.status?.[status] ?? 'neutral'}>{words(`wallet.order.status.${status}`)}</Tag>
      {isPlain ? null : (
        <Tag tone={ORDER_TONES.settlement?.[settlement] ?? 'neutral'}>
          {words(`wallet.order.settlement.${settlement}`)}
        </Tag>
      )}
    </>
  );
}

function Overview({ order, hasShares }: { order: Order; hasShares: boolean }) {
  const words = useWords();
  const limits = Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, order[kind]])) as Limits;
  return (
    <div className={styles.columns}>
      <Panel title={words('wallet.order.money')}>
        <Facts facts={moneyOf(order, words, hasShares)} />
        <p className={styles.hint}>{words(`wallet.order.settlement.${order.settlement}.text`)}</p>
        {order.pay_type === PayType.trc20 && !hasShares ? (
          <ScreenLink to={`balance_recharge?id=${order.id}`}>{words('wallet.payment.open')}</ScreenLink>
        ) : null}
      </Panel>
      <Panel title={words('wallet.order.terms')} text={words('wallet.order.terms.text')}>
        <Facts
          facts={[
            [words('wallet.order.kind'), words(`wallet.order.kind.${order.kind}`)],
            ...(order.plan_name === ''
              ? []
              : ([
                  [words('wallet.order.plan_name'), order.plan_name],
                  [
                    words('wallet.order.days'),
                    words('wallet.days', { count: order.days, days: String(order.days) }),
                  ],
                  [words('wallet.membership.limits'), <LimitList key="limits" limits={limits} />],
                ] satisfies Fact[])),
            ...timeFact(words('wallet.order.from_time'), order.from_time),
            ...timeFact(words('wallet.order.until_time'), order.until_time),
          ]}
        />
      </Panel>
    </div>
  );
}

const timeFact = (label: string, time: string | null): Fact[] =>
  time === null ? [] : [[label, <RelativeTime key={label} value={time} mayLieAhead />]];

function moneyOf(order: Order, words: ReturnType<typeof useWords>, hasShares: boolean): Fact[] {
  const { list_price, credit, price, pay_type, status, owner_account, agent_account, earned } = order;
  const facts: Fact[] = [];
  if (credit !== '0')
    facts.push(
      [words('wallet.order.list_price'), <Money key="list" amount={list_price} />],
      [
        words('wallet.order.credit'),
        <span key="credit">
          −<Money amount={credit} />
        </span>,
      ],
    );
  facts.push(
    [words('wallet.order.price'), <Money key="price" amount={price} />],
    [words('wallet.order.pay_type'), words(`wallet.order.pay_type.${pay_type}`)],
    [words('term.create_time'), <RelativeTime key="made" value={order.create_time} />],
    ...timeFact(words('wallet.order.paid_time'), order.paid_time),
  );
  if (status === OrderStatus.unpaid)
    facts.push(...timeFact(words('wallet.order.expires_time'), order.expires_time));
  facts.push(...refundOf(order, words));
  if (hasShares) {
    facts.push([words('wallet.order.owner_account'), owner_account]);
    if (agent_account !== '')
      facts.push(
        [words('wallet.order.agent_account'), agent_account],
        [words('wallet.order.earned'), <Money key="earned" amount={earned} />],
      );
    for (const name of ['returned', 'owed'] as const)
      if (order[name] !== '0')
        facts.push([words(`wallet.order.${name}`), <Money key={name} amount={order[name]} />]);
  }
  return facts;
}

function refundOf({ refund, refund_time, refund_reason }: Order, words: ReturnType<typeof useWords>): Fact[] {
  if (refund === '0') return [];
  return [
    [words('wallet.order.refund'), <Money key="refund" amount={refund} />],
    ...timeFact(words('wallet.order.refund_time'), refund_time),
    [words('wallet.order.refund_reason'), refund_reason],
  ];
}
