import { accountReference, amountText, type ListQuery, type Page } from '@waypost/contract';
import {
  Absent,
  ReferenceLink,
  RelativeTime,
  ResourceList,
  useClient,
  useOwnerScope,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import styles from './bills.module.css';
import { type BillRow, billCalls, creditCalls } from './calls.ts';
import { BILL_RESOURCES } from './resources.ts';
import { BILL_KINDS } from './values.ts';

const CALLS = { bill: billCalls, bill_credit: creditCalls };

interface BillListProps {
  screen: keyof typeof CALLS;
  /** Locale key; default: the screen's. */
  title?: string;
  /** Over the rows. `owner`: whose bill alone is shown; undefined: everybody's, or the own one. */
  toolbar?: (shown: { owner: string | undefined; isOwn: boolean }) => ReactNode;
}

/** Bills: each change with what was there before and is there after it. Everybody's, one person's or the own. */
export function BillList({ screen, title, toolbar }: BillListProps) {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const { isOwn, isEveryone, owner } = useOwnerScope({
    permission: 'wallet.bill:read_all',
    opensWith: 'everyone',
    isForEveryone: true,
  });
  // Kinds of the platform have their words here, too; those of further plugins are named as they bring them.
  const kindOf = (type: string) => words.first([`bill.${type}`, `wallet.bill.type.${type}`, type]);
  const calls = CALLS[screen];
  const whose = owner === undefined ? {} : { owner };
  const load = async (query: ListQuery, signal: AbortSignal): Promise<Page<BillRow>> => {
    if (isOwn) return client.call(calls.own, calls.own.body.parse(query), { signal });
    return client.call(calls.all, calls.all.body.parse({ ...query, ...whose }), { signal });
  };
  return (
    <ResourceList
      resource={BILL_RESOURCES[screen][isOwn ? 'own' : 'all']}
      title={title ?? `menu.${screen}`}
      load={load}
      exports={
        may('wallet.bill:export')
          ? isOwn
            ? { call: calls.own }
            : { call: calls.all, body: whose }
          : 'forbidden'
      }
      form={false}
      filters={['type', 'time']}
      toolbar={toolbar?.({ owner, isOwn })}
      columns={[
        {
          field: 'type',
          width: 184,
          render: ({ type }) => kindOf(type),
          exported: { words: Object.fromEntries(BILL_KINDS.map((type) => [type, kindOf(type)])) },
        },
        ...(isEveryone
          ? ([
              { field: 'account', width: 120, render: Whose },
              { field: 'phone', width: 170, render: Phone },
            ] as const)
          : []),
        { field: 'change', width: 116, align: 'right', render: Change },
        { field: 'before', width: 116, align: 'right', render: ({ before }) => <Figure amount={before} /> },
        { field: 'after', width: 116, align: 'right', render: ({ after }) => <Figure amount={after} /> },
        { field: 'remark', width: 160, render: ({ remark }) => remark || <Absent /> },
        { field: 'time', width: 126, render: ({ time }) => <RelativeTime value={time} /> },
      ]}
    />
  );
}

/** The person, with the way to their page. */
function Whose({ account, owner }: { account: string; owner?: string | undefined }) {
  if (account === '' || owner === undefined) return <Absent />;
  return <ReferenceLink reference={accountReference} id={owner} title={account} />;
}

const Phone = ({ phone }: { phone: string }) => phone || <Absent />;

const Figure = ({ amount }: { amount: string }) => (
  <span className={styles.figure}>{amountText(amount)}</span>
);

/** What came has a plus: the sign is what a reader looks for, in every column width and for every eye. */
function Change({ change }: { change: string }) {
  const isMore = !change.startsWith('-');
  return (
    <strong className={isMore ? styles.more : styles.figure}>
      {isMore ? '+' : ''}
      {amountText(change)}
    </strong>
  );
}
