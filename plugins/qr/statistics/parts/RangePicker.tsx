import { Select } from '@arco-design/web-react';
import { addDays, type DayRange, daysIn } from '@waypost/contract';
import { DayRangePicker, type DayRangePickerProps, OwnDays, useWords } from '@waypost/host-sdk';
import styles from './statistics.module.css';
import type { StatisticsState } from './use-statistics-state.ts';

export interface RangePickerProps extends Pick<DayRangePickerProps, 'today' | 'shown'> {
  screen: DayRange;
  state: StatisticsState;
  /** Whether the screen holds it against other days; default yes. */
  isCompared?: boolean;
}

/** The range of a statistics screen and what it stands beside: the period before, other days, or nothing; all in the address. */
export function RangePicker({ screen, state, today, shown, isCompared = true }: RangePickerProps) {
  return (
    <DayRangePicker offered={screen} asked={state.query} today={today} shown={shown} onChange={state.change}>
      {isCompared ? <Comparison screen={screen} state={state} today={today} shown={shown} /> : null}
    </DayRangePicker>
  );
}

function Comparison({ screen, state, today, shown }: RangePickerProps) {
  const words = useWords();
  const { comparison, query, range, change } = state;
  const offered = range === 'all' ? (['off', 'days'] as const) : (['before', 'days', 'off'] as const);
  const choose = (wanted: (typeof offered)[number]): void =>
    change({
      compare: wanted === 'before' ? undefined : wanted,
      // As many days, a year before: the ones that people hold a season against.
      ...(wanted === 'days' && shown
        ? daysBefore(shown)
        : { before_first: undefined, before_last: undefined }),
    });
  return (
    <>
      <Select
        className={styles.comparison ?? ''}
        aria-label={words('qr.statistics.compare.label')}
        value={range === 'all' && comparison === 'before' ? 'off' : comparison}
        options={offered.map((value) => ({ value, label: words(`qr.statistics.compare.${value}`) }))}
        onChange={choose}
      />
      {comparison === 'days' ? (
        <OwnDays
          label={words('qr.statistics.compare.days')}
          offered={screen}
          asked={{ range: 'custom', first_day: query.compare_first_day, last_day: query.compare_last_day }}
          today={today}
          onChange={(days) =>
            change({
              ...('first' in days ? { before_first: days.first } : {}),
              ...('last' in days ? { before_last: days.last } : {}),
            })
          }
        />
      ) : null}
    </>
  );
}

const YEAR_DAYS = 364;

/** As many days, on the same days of the week. */
function daysBefore(shown: NonNullable<RangePickerProps['shown']>) {
  const before_first = addDays(shown.first_day, -YEAR_DAYS);
  return { before_first, before_last: addDays(before_first, daysIn(shown) - 1) };
}
