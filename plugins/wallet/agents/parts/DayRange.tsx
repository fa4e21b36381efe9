import { Select } from '@arco-design/web-react';
import { useWords } from '@waypost/host-sdk';
import { useId } from 'react';
import { FIRST_DAY, RANGES, type Range } from '../range.ts';
import styles from './figures.module.css';
import type { DayRangeState } from './use-day-range.ts';

interface DayRangeProps {
  state: DayRangeState;
  /** Today by the server, in TIME_ZONE. */
  today: string | undefined;
  /** What is shown now: where a choice of own days begins. */
  shown: { first_day: string; last_day: string } | undefined;
}

/** Which days are shown, in the address. */
export function DayRange({ state: { range, asked, fault, change }, today, shown }: DayRangeProps) {
  const words = useWords();
  const faultId = useId();
  const choose = (preset: Range): void =>
    change({
      range: preset === RANGES[0] ? undefined : preset,
      first: preset === 'custom' ? (shown?.first_day ?? today) : undefined,
      last: preset === 'custom' ? (shown?.last_day ?? today) : undefined,
    });
  const field = (name: 'first' | 'last') => (
    <input
      type="date"
      className={styles.day}
      aria-label={words(`wallet.range.${name}_day`)}
      aria-invalid={fault?.path === `${name}_day`}
      aria-describedby={fault ? faultId : undefined}
      min={FIRST_DAY}
      max={today}
      value={asked[`${name}_day`] ?? ''}
      onChange={(event) => change({ [name]: event.target.value || undefined })}
    />
  );
  return (
    <div className={styles.range}>
      <Select
        className={styles.preset ?? ''}
        aria-label={words('wallet.range')}
        value={range}
        options={RANGES.map((value) => ({ value, label: words(`wallet.range.${value}`) }))}
        onChange={choose}
      />
      {range === 'custom' ? (
        <span className={styles.days}>
          {field('first')}
          <span aria-hidden="true">–</span>
          {field('last')}
        </span>
      ) : null}
      {fault ? (
        <span id={faultId} className={styles.fault} role="alert">
          {words(`wallet.fault.days_${fault.fault}`)}
        </span>
      ) : null}
    </div>
  );
}
