import { Checkbox, Select } from '@arco-design/web-react';
import { useWords } from '@waypost/host-sdk';
import { useId } from 'react';
import { FIRST_DAY, faultKey, spanFault } from '../range.ts';
import type { RangeScreen } from '../screens.ts';
import type { RangePreset } from '../values.ts';
import styles from './statistics.module.css';
import type { StatisticsState } from './use-statistics-state.ts';

export interface RangePickerProps {
  screen: RangeScreen;
  state: StatisticsState;
  /** Today by the server, in TIME_ZONE; undefined until it has answered once. */
  today: string | undefined;
  /** What is shown now: where a choice of own days begins. */
  shown: { first_day: string; last_day: string } | undefined;
  /** Whether the screen holds it against the period before; default yes. */
  isCompared?: boolean;
}

/** The range of a statistics screen and whether it stands beside the period before; both in the address. */
export function RangePicker({ screen, state, today, shown, isCompared = true }: RangePickerProps) {
  const words = useWords();
  const { range, query, change } = state;
  const choose = (preset: RangePreset): void =>
    change({
      range: preset,
      first: preset === 'custom' ? (shown?.first_day ?? today) : undefined,
      last: preset === 'custom' ? (shown?.last_day ?? today) : undefined,
    });
  return (
    <div className={styles.range}>
      <Select
        className={styles.preset ?? ''}
        aria-label={words('qr.statistics.range')}
        value={range}
        options={screen.presets.map((preset) => ({
          value: preset,
          label: words(`qr.statistics.range.${preset}`),
        }))}
        onChange={choose}
      />
      {range === 'custom' ? <CustomDays screen={screen} state={state} today={today} /> : null}
      {range === 'all' || !isCompared ? null : (
        <Checkbox
          checked={query.compare !== false}
          onChange={(isOn: boolean) => change({ compare: isOn ? undefined : 'off' })}
        >
          {words('qr.statistics.compare')}
        </Checkbox>
      )}
    </div>
  );
}

function CustomDays({ screen, state, today }: Pick<RangePickerProps, 'screen' | 'state' | 'today'>) {
  const words = useWords();
  const faultId = useId();
  const { query, change } = state;
  const fault = customFault(screen, state, today);
  const field = (name: 'first' | 'last') => (
    <input
      type="date"
      className={styles.day}
      aria-label={words(`qr.statistics.${name}_day`)}
      aria-invalid={fault?.path === `${name}_day`}
      aria-describedby={fault ? faultId : undefined}
      min={FIRST_DAY}
      max={today}
      value={query[`${name}_day`] ?? ''}
      onChange={(event) => change({ [name]: event.target.value || undefined })}
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
          {words(faultKey(fault.fault, screen.longest))}
        </span>
      ) : null}
    </>
  );
}

/** Why the chosen days cannot be shown; undefined: ask the server. */
export function customFault(
  screen: RangeScreen,
  { range, query }: Pick<StatisticsState, 'range' | 'query'>,
  today: string | undefined,
): ReturnType<typeof spanFault> {
  if (range !== 'custom') return undefined;
  // Before the first answer only the server knows what day it is.
  return spanFault(query, { today: today ?? '9999-12-31', longest: screen.longest });
}
