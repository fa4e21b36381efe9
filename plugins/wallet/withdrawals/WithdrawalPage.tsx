import { Alert } from '@arco-design/web-react';
import { amountText, DEFAULT_CURRENCY, type RowOf, showAmount } from '@waypost/contract';
import {
  CopyText,
  type Fact,
  Facts,
  Panel,
  PendingState,
  RelativeTime,
  ScreenLink,
  Tag,
  type ThingHandle,
  ThingPage,
  useCall,
  useFormat,
  useResource,
  useTopic,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { addressLink, transactionLink } from '../chain/networks/values.ts';
import { Money } from '../money/Money.tsx';
import styles from '../orders/orders.module.css';
import { remarkWords } from '../sending/remark-words.ts';
import { withdrawalAsker } from './calls.ts';
import { partOf, payableAs } from './may-copy.ts';
import { withdrawalResource } from './resource.ts';
import { WITHDRAWAL_TONES } from './tones.ts';
import { ENDED_PHASES, type Phase } from './values.ts';

export type Withdrawal = RowOf<typeof withdrawalResource>;
/** Milliseconds between looks at one that is not over, where the live channel tells nothing. */
const LOOK_EVERY = 10_000;
const WARNED: readonly Phase[] = ['rejected', 'failed', 'undecided'];

interface WithdrawalPageProps {
  back: { screen: string; label: string };
  /** For those who decide: whose it is, and who has approved it. */
  isReview: boolean;
  actions: (row: Withdrawal, page: ThingHandle) => ReactNode;
}

/** The page of a withdrawal: how much, where to, how far it is, and what can be done. */
export function WithdrawalPage({ back, isReview, actions }: WithdrawalPageProps) {
  const { reload } = useResource(withdrawalResource);
  useTopic(isReview ? 'wallet.withdrawal:all' : 'wallet.withdrawal', () => void reload());
  return (
    <ThingPage
      resource={withdrawalResource}
      back={back}
      title={({ amount }) => `${amountText(amount)} ${DEFAULT_CURRENCY}`}
      facts={({ number }) => number}
      state={(row) => <State row={row} />}
      actions={actions}
      notice={(row) => <Notice row={row} isReview={isReview} />}
      refetchEvery={({ phase }) => (ENDED_PHASES.includes(phase) ? false : LOOK_EVERY)}
      tabs={[
        {
          name: 'overview',
          title: 'wallet.withdrawal.tab.overview',
          content: (row) => <Overview row={row} isReview={isReview} />,
        },
      ]}
    />
  );
}

function State({ row: { status, phase } }: { row: Withdrawal }) {
  const words = useWords();
  return (
    <>
      <Tag tone={WITHDRAWAL_TONES.status?.[status] ?? 'neutral'}>
        {words(`wallet.withdrawal.status.${status}`)}
      </Tag>{' '}
      <Tag tone={WITHDRAWAL_TONES.phase?.[phase] ?? 'neutral'}>
        {words(`wallet.withdrawal.phase.${phase}`)}
      </Tag>
    </>
  );
}

/** What happens next, or why it ended; to operators also what was wrong with the last transaction. */
function Notice({ row, isReview }: { row: Withdrawal; isReview: boolean }) {
  const words = useWords();
  const { phase, reason, fault, sending_remark, waits_for } = row;
  if (isReview && phase === 'paying') return <PayingNotice row={row} />;
  if (isReview && fault !== '')
    return <Alert type="error" content={words(`wallet.withdrawal.fault.${fault}`)} />;
  if (isReview && sending_remark !== '') {
    const remark = remarkWords(words, sending_remark);
    return (
      <div role="status">
        <Alert type="warning" content={words('wallet.withdrawal.next.review.prepared_remark', { remark })} />
      </div>
    );
  }
  if (isReview && waits_for !== '')
    return (
      <div role="status">
        <Alert type="warning" content={words(`wallet.withdrawal.next.review.approved_${waits_for}`)} />
      </div>
    );
  const side = isReview ? 'review' : 'own';
  return (
    <div role="status">
      <Alert
        type={phase === 'paid' ? 'success' : WARNED.includes(phase) ? 'warning' : 'info'}
        content={words(`wallet.withdrawal.next.${side}.${phase}`, { reason })}
      />
    </div>
  );
}

/** Who pays it, and since when: to whoever does, what to do; to everybody else, to leave it alone. */
function PayingNotice({
  row: { fault, is_mine, may_take_over, paying_by, paying_since },
}: {
  row: Withdrawal;
}) {
  const words = useWords();
  const format = useFormat();
  const kind = is_mine ? 'paying_mine' : may_take_over ? 'paying_long' : 'paying';
  const time = paying_since === null ? '' : format.exact(paying_since);
  return (
    <div role="status">
      {fault === '' ? null : <Alert type="error" content={words(`wallet.withdrawal.fault.${fault}`)} />}
      <Alert
        type={is_mine ? 'info' : 'warning'}
        content={words(`wallet.withdrawal.next.review.${kind}`, { account: paying_by, time })}
      />
    </div>
  );
}

function Overview({ row, isReview }: { row: Withdrawal; isReview: boolean }) {
  const words = useWords();
  return (
    <div className={styles.columns}>
      <Panel title={words('wallet.withdrawal.money')}>
        <Facts facts={moneyOf(row, words, isReview)} />
      </Panel>
      <Panel title={words('wallet.withdrawal.where')} text={words('wallet.withdrawal.where.text')}>
        <Facts facts={whereOf(row, words, isReview)} />
      </Panel>
      {isReview ? <Asker id={row.id} /> : null}
    </div>
  );
}

/** What there is to judge it by: what its owner has, and was paid before. */
function Asker({ id }: { id: string }) {
  const words = useWords();
  const { data, error, refetch } = useCall(withdrawalAsker, { id });
  return (
    <Panel title={words('wallet.withdrawal.asker')}>
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={4} />
      ) : (
        <Facts
          facts={[
            [words('wallet.withdrawal.asker.available'), <Money key="available" amount={data.available} />],
            [words('wallet.withdrawal.asker.held'), <Money key="held" amount={data.held} />],
            [
              words('wallet.withdrawal.asker.before'),
              data.paid_before === 0
                ? words('wallet.withdrawal.asker.before.none')
                : words('wallet.withdrawal.asker.before.sum', {
                    count: data.paid_before,
                    sum: `${amountText(data.paid_sum)} ${DEFAULT_CURRENCY}`,
                  }),
            ],
            ...timeFact(words('wallet.withdrawal.asker.last'), data.paid_last),
            [
              words('wallet.withdrawal.asker.to_address'),
              data.paid_to_address === 0 ? (
                <Tag key="new" tone="warning">
                  {words('wallet.withdrawal.asker.to_address.new')}
                </Tag>
              ) : (
                words('wallet.withdrawal.asker.to_address.paid', { count: data.paid_to_address })
              ),
            ],
          ]}
        />
      )}
    </Panel>
  );
}

type Words = ReturnType<typeof useWords>;
const timeFact = (label: string, time: string | null): Fact[] =>
  time === null ? [] : [[label, <RelativeTime key={label} value={time} />]];

function moneyOf(row: Withdrawal, words: Words, isReview: boolean): Fact[] {
  const { amount, fee, payout, owner_account, approved_by, needed, reason } = row;
  const owner = (row as { owner?: string }).owner;
  return [
    ...(isReview
      ? ([
          [
            words('wallet.withdrawal.owner_account'),
            owner === undefined ? (
              owner_account
            ) : (
              <ScreenLink key="owner" to={`user_list?id=${owner}`}>
                {owner_account}
              </ScreenLink>
            ),
          ],
        ] satisfies Fact[])
      : []),
    [words('wallet.withdrawal.amount'), <Money key="amount" amount={amount} />],
    [words('wallet.withdrawal.fee'), <Money key="fee" amount={fee} />],
    [
      words('wallet.withdrawal.payout'),
      // Whoever pays copies it, and nobody else.
      isReview && payableAs(row) === 'copy' ? (
        <CopyText
          key="payout"
          value={showAmount(payout)}
          shown={`${amountText(payout)} ${DEFAULT_CURRENCY}`}
          isMono={false}
        />
      ) : (
        <Money key="payout" amount={payout} />
      ),
    ],
    ...(isReview
      ? ([
          [
            words('wallet.withdrawal.approved_by'),
            words('wallet.withdrawal.approved_by.of', {
              names: approved_by.length === 0 ? '–' : approved_by.join(', '),
              count: approved_by.length,
              needed,
            }),
          ],
        ] satisfies Fact[])
      : []),
    [words('wallet.withdrawal.create_time'), <RelativeTime key="made" value={row.create_time} />],
    ...timeFact(words('wallet.withdrawal.decided_time'), row.decided_time),
    ...(row.paying_by === ''
      ? []
      : ([[words('wallet.withdrawal.paying_by'), row.paying_by]] satisfies Fact[])),
    ...timeFact(words('wallet.withdrawal.paying_since'), row.paying_since),
    ...timeFact(words('wallet.withdrawal.paid_time'), row.paid_time),
    ...(reason === '' ? [] : ([[words('wallet.withdrawal.reason'), reason]] satisfies Fact[])),
  ];
}

function whereOf(row: Withdrawal, words: Words, isReview: boolean): Fact[] {
  const { address, address_since, network, transaction, block, seen_transactions } = row;
  const shown = isReview ? payableAs(row) : 'copy';
  const href = addressLink(network, address);
  const link = transactionLink(network, transaction);
  return [
    [
      words('wallet.withdrawal.address'),
      shown === 'copy' ? (
        <CopyText key="address" value={address} isWhole {...(href === undefined ? {} : { href })} />
      ) : shown === 'read' ? (
        <code key="address" className={styles.whole}>
          {address}
        </code>
      ) : (
        words('wallet.withdrawal.copy_later', { address: partOf(address) })
      ),
    ],
    [words('wallet.withdrawal.address_since'), <RelativeTime key="since" value={address_since} />],
    [words('wallet.withdrawal.network'), words(`wallet.network.${network}`)],
    ...(transaction === ''
      ? []
      : ([
          [
            words('wallet.withdrawal.transaction'),
            <CopyText
              key="transaction"
              value={transaction}
              ellipsis="middle"
              {...(link === undefined ? {} : { href: link })}
            />,
          ],
        ] satisfies Fact[])),
    // After a restore: what may have paid it.
    ...(isReview && transaction === ''
      ? seen_transactions.map((seen): Fact => {
          const seenLink = transactionLink(network, seen);
          return [
            words('wallet.withdrawal.seen_transactions'),
            <CopyText
              key={seen}
              value={seen}
              ellipsis="middle"
              {...(seenLink === undefined ? {} : { href: seenLink })}
            />,
          ];
        })
      : []),
    ...(block === 0 ? [] : ([[words('wallet.withdrawal.block'), String(block)]] satisfies Fact[])),
  ];
}
