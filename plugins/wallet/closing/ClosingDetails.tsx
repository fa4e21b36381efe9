import { Alert } from '@arco-design/web-react';
import { amountText } from '@waypost/contract';
import { Facts, Panel, ScreenLink, Tag, useFormat, useWords } from '@waypost/host-sdk';
import styles from './closing.module.css';
import type { ClosingRow } from './resource.ts';
import {
  CHAIN_FIGURES,
  type ClosingFault,
  type Figure,
  LEDGER_FIGURES,
  SENT_FIGURES,
  STANDING_FIGURES,
} from './values.ts';

const PARTS: readonly (readonly [string, readonly Figure[]])[] = [
  ['chain', CHAIN_FIGURES],
  ['ledger', LEDGER_FIGURES],
  ['sent', SENT_FIGURES],
  ['standing', STANDING_FIGURES],
];
/** Where an operator looks, and what it is called there; the ledger itself is looked at with the command line. */
const PLACES: Readonly<Partial<Record<ClosingFault, readonly (readonly [screen: string, word: string])[]>>> =
  {
    chain: [['usdt_transaction_record?state=gone', 'menu.usdt_transaction_record']],
    sent: [
      ['tron_transaction_summary?purpose=payout', 'menu.tron_transaction_summary'],
      ['withdrawal_list?phase=undecided', 'menu.withdrawal_list'],
    ],
    deposits: [
      ['usdt_transaction_record', 'menu.usdt_transaction_record'],
      ['bill?type=wallet.deposit', 'wallet.bill.type.wallet.deposit'],
    ],
  };
const DIFFERENCE = '_difference';

/** The figures of a day, and of what does not add up by how much, and where to look. */
export function ClosingDetails({ closing }: { closing: ClosingRow }) {
  const words = useWords();
  const format = useFormat();
  return (
    <section
      className={styles.stack}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawer scrolls, and nothing else of a good day can be reached by keyboard
      tabIndex={0}
      aria-label={format.day(closing.day)}
    >
      {closing.faults.length === 0 ? (
        <Alert type="success" content={words('wallet.closing.balanced.text')} />
      ) : (
        closing.faults.map((fault) => <Fault key={fault} fault={fault} closing={closing} />)
      )}
      {PARTS.map(([part, figures]) => (
        <Panel key={part} title={words(`wallet.closing.part.${part}`)}>
          <Facts
            facts={figures.map((name) => [
              words(`wallet.closing.${name}`),
              <Amount key={name} name={name} of={closing} />,
            ])}
          />
        </Panel>
      ))}
      <Facts
        facts={[
          [words('wallet.closing.entries'), format.number(closing.entries)],
          [words('wallet.closing.checked_time'), format.exact(closing.checked_time)],
          [words('wallet.closing.checked_by'), closing.checked_by || words('wallet.closing.by_itself')],
        ]}
      />
    </section>
  );
}

function Fault({ fault, closing }: { fault: ClosingFault; closing: ClosingRow }) {
  const words = useWords();
  return (
    <Alert
      type="error"
      content={
        <>
          {words(`wallet.closing.fault.${fault}`, {
            amount: amountText(differenceOf(fault, closing).replace('-', '')),
            entries: closing.unbalanced.join(', '),
          })}{' '}
          <span className={styles.links}>
            {PLACES[fault]?.map(([screen, word]) => (
              <ScreenLink key={screen} to={screen}>
                {words(word)}
              </ScreenLink>
            ))}
          </span>
        </>
      }
    />
  );
}

/** By how much, whichever of both is more. */
const differenceOf = (fault: ClosingFault, closing: ClosingRow): string =>
  fault === 'entries' ? '0' : closing[`${fault}${DIFFERENCE}`];

function Amount({ name, of: closing }: { name: Figure; of: ClosingRow }) {
  const text = `${amountText(closing[name])} ${name === 'sent_fees' ? 'TRX' : 'USDT'}`;
  const isWrong = name.endsWith(DIFFERENCE) && closing[name] !== '0';
  return isWrong ? <Tag tone="bad">{text}</Tag> : <span className={styles.figure}>{text}</span>;
}
