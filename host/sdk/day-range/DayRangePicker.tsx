import { Select } from '@arco-design/web-react';
import {
  type DayPreset,
  type DayRange,
  type DayRangeQuery,
  type DaySpan,
  FIRST_DAY,
} from '@waypost/contract';
import { type ReactNode, useId } from 'react';
import { useWords } from '../words/context.tsx';
import styles from './day-range.module.css';
import { dayRangeFault } from './day-range-fault.ts';

export interface DayRangePickerProps {
  /** What the screen offers. */
  offered: DayRange;
  /** What is chosen: `asked` of `useDayRange`. */
  asked: DayRangeQuery & { range: DayPreset };
  /** Today by the server, in TIME_ZONE; undefined until it has answered once. */
  today: string | undefined;
  /** What is shown now: where a choice of own days begins. */
  shown: DaySpan | undefined;
  /** Keys of the address to change: `range`, `first` and `last`; undefined takes one out. */
  onChange: (values: { range?: DayPreset; first?: string | undefined; last?: string | undefined }) => void;
  /** What stands beside it, such as a box to compare with the days before. */
  children?: ReactNode;
}

/** Which days a screen shows: a preset or days of one's own, with what is wrong with them. */
export function DayRangePicker({ offered, asked, today, shown, onChange, children }: DayRangePickerProps) {
  const words = useWords();
  const choose = (preset: DayPreset): void =>
    onChange({
      range: preset,
      first: preset === 'custom' ? (shown?.first_day ?? today) : undefined,
      last: preset === 'custom' ? (shown?.last_day ?? today) : undefined,
    });
  return (
    <div className={styles.range}>
      <Select
        className={styles.preset ?? ''}
        aria-label={words('day_range')}
        value={asked.range}
        options={offered.presets.map((preset) => ({ value: preset, label: words(`day_range.${preset}`) }))}
        onChange={choose}
      />
      {asked.range === 'custom' ? (
        <OwnDays offered={offered} asked={asked} today={today} onChange={onChange} />
      ) : null}
      {children}
    </div>
  );
}

export interface OwnDaysProps extends Pick<DayRangePickerProps, 'offered' | 'asked' | 'today'> {
  /** What the days are for, where others stand beside them. Text. */
  label?: string;
  onChange: (days: { first?: string | undefined } | { last?: string | undefined }) => void;
}

/** Two days, with what is wrong with them. */
export function OwnDays({ label, offered, asked, today, onChange }: OwnDaysProps) {
  const words = useWords();
  const faultId = useId();
  const fault = dayRangeFault(asked, offered, today);
  const field = (name: 'first' | 'last') => (
    <input
      type="date"
      className={styles.day}
      aria-label={[label, words(`day_range.${name}_day`)].filter(Boolean).join(': ')}
      aria-invalid={fault?.path === `${name}_day`}
      aria-describedby={fault ? faultId : undefined}
      min={FIRST_DAY}
      max={today}
      value={asked[`${name}_day`] ?? ''}
      onChange={(event) => onChange({ [name]: event.target.value || undefined })}
    />
  );
  return (
    <>
      <span className={styles.days}>
        {field('first')}
        <span aria-hidden="true">–</span>
        {field('last')}
      </span>
      {fault ? (
        <span id={faultId} className={styles.fault} role="alert">
          {words(fault.fault === 'days_long' ? offered.tooLong : `validation.${fault.fault}`)}
        </span>
      ) : null}
    </>
  );
}
