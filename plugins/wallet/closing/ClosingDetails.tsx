import { Alert } from '@arco-design/web-react';
import { showAmount } from '@waypost/contract';
import { Facts, Panel, ScreenLink, Tag, useFormat, useWords } from '@waypost/host-sdk';
import styles from './closing.module.css';
import type { ClosingRow } from './resource.ts';
import { CHAIN_FIGURES, type ClosingFault, type Figure, LEDGER_FIGURES, STANDING_FIGURES } from './values.ts';

const PARTS: readonly (readonly [string, readonly Figure[]])[] = [
  ['chain', CHAIN_FIGURES],
  ['ledger', LEDGER_FIGURES],
  ['standing', STANDING_FIGURES],
];
/** Where an operator looks: screens of the plugin; the bills and the ledger itself are looked at with the command line. */
const PLACES: Readonly<Partial<Record<ClosingFault, string>>> = {
  chain: 'usdt_transaction_record?state=gone',
  deposits: 'usdt_transaction_record',
};
const DIFFERENCE = '_difference';

/** The figures of a day, and of what does not add up by how much, and where to look. */
export function ClosingDetails({ closing }: { closing: ClosingRow }) {
  const words = useWords();
  const format = useFormat();
  return (
    <div className={styles.stack}>
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
    </div>
  );
}

function Fault({ fault, closing }: { fault: ClosingFault; closing: ClosingRow }) {
  const words = useWords();
  const place = PLACES[fault];
  return (
    <Alert
      type="error"
      content={
        <>
          {words(`wallet.closing.fault.${fault}`, {
            amount: showAmount(differenceOf(fault, closing)),
            entries: closing.unbalanced.join(', '),
          })}{' '}
          {place === undefined ? null : (
            <ScreenLink to={place}>{words('menu.usdt_transaction_record')}</ScreenLink>
          )}
        </>
      }
    />
  );
}

const differenceOf = (fault: ClosingFault, closing: ClosingRow): string =>
  fault === 'entries' ? '0' : closing[`${fault}${DIFFERENCE}`];

function Amount({ name, of: closing }: { name: Figure; of: ClosingRow }) {
  const text = `${showAmount(closing[name])} USDT`;
  const isWrong = name.endsWith(DIFFERENCE) && closing[name] !== '0';
  return isWrong ? <Tag tone="bad">{text}</Tag> : <span className={styles.figure}>{text}</span>;
}
