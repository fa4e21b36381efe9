import { Checkbox } from '@arco-design/web-react';
import type { DayRange } from '@waypost/contract';
import { DayRangePicker, type DayRangePickerProps, useWords } from '@waypost/host-sdk';
import type { StatisticsState } from './use-statistics-state.ts';

export interface RangePickerProps extends Pick<DayRangePickerProps, 'today' | 'shown'> {
  screen: DayRange;
  state: StatisticsState;
  /** Whether the screen holds it against the period before; default yes. */
  isCompared?: boolean;
}

/** The range of a statistics screen and whether it stands beside the period before; both in the address. */
export function RangePicker({ screen, state, today, shown, isCompared = true }: RangePickerProps) {
  const words = useWords();
  const { range, query, change } = state;
  return (
    <DayRangePicker offered={screen} asked={query} today={today} shown={shown} onChange={change}>
      {range === 'all' || !isCompared ? null : (
        <Checkbox
          checked={query.compare !== false}
          onChange={(isOn: boolean) => change({ compare: isOn ? undefined : 'off' })}
        >
          {words('qr.statistics.compare')}
        </Checkbox>
      )}
    </DayRangePicker>
  );
}
