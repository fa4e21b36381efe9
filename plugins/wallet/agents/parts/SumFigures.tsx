import { DEFAULT_CURRENCY, showAmount } from '@waypost/contract';
import { Hint, Skeleton, useFormat, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { ShownSums } from '../values.ts';
import styles from './figures.module.css';

interface SumFiguresProps {
  /** Undefined while they load. */
  sums: (ShownSums & { customers: number }) | undefined;
}

/** What all rows of a list come to. */
export function SumFigures({ sums }: SumFiguresProps) {
  const words = useWords();
  const format = useFormat();
  const money = (name: 'kept' | 'earned' | 'returned' | 'turnover' | 'refunded') => (
    <Figure
      label={words(`wallet.sums.${name}`)}
      help={words(`wallet.sums.${name}.help`)}
      value={
        sums === undefined ? undefined : (
          <>
            {showAmount(sums[name])}
            <span className={styles.unit}>{DEFAULT_CURRENCY}</span>
          </>
        )
      }
    />
  );
  const count = (name: 'orders' | 'customers') => (
    <Figure
      label={words(`wallet.sums.${name}`)}
      help={words(`wallet.sums.${name}.help`)}
      value={sums === undefined ? undefined : format.number(sums[name])}
    />
  );
  return (
    <dl className={styles.grid}>
      {money('kept')}
      {money('earned')}
      {money('returned')}
      {money('turnover')}
      {count('orders')}
      {count('customers')}
    </dl>
  );
}

function Figure({ label, help, value }: { label: string; help: string; value: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>
        {label}
        <Hint name={label} text={help} />
      </dt>
      <dd className={styles.value}>{value === undefined ? <Skeleton lines={1} height={24} /> : value}</dd>
    </div>
  );
}
