import { Alert } from '@arco-design/web-react';
import { IconLeft, IconRight } from '@arco-design/web-react/icon';
import { addDays, FIRST_DAY, isDay } from '@waypost/contract';
import {
  Button,
  EmptyState,
  ErrorState,
  ExportButton,
  IconButton,
  Page as Screen,
  TimePicker,
  useCall,
  useFormat,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useRef } from 'react';
import { countsCall, countsExportCall, type DayCounts, EXPORT } from './calls.ts';
import styles from './parts/counts.module.css';
import { HourTable } from './parts/HourTable.tsx';

/** What happened to the visits of each hour of a day, by counters that are kept apart: whether they agree. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [params, change] = useQuery();
  const asked = params.get('day');
  const day = asked !== null && isDay(asked) ? asked : undefined;
  const { data, error, refetch, isPlaceholderData } = useCall(countsCall, day === undefined ? {} : { day });
  const last = useRef<DayCounts>(undefined);
  if (data !== undefined) last.current = data;
  const today = last.current?.today;
  const shown = day ?? today;
  return (
    <Screen
      title={words('menu.count_reconciliation')}
      text={words('qr.counts.about', { zone: last.current?.time_zone ?? '' })}
      actions={
        may(EXPORT) && shown !== undefined ? (
          <ExportButton call={countsExportCall} body={{ first_day: shown, last_day: shown }} />
        ) : null
      }
    >
      <DayPicker day={shown} today={today} onChange={(next) => change({ day: next })} />
      <DifferingDays
        days={data?.differing_days ?? []}
        shown={shown}
        onChoose={(next) => change({ day: next })}
      />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data !== undefined && data.hours.length === 0 ? (
        <EmptyState title={words('qr.counts.empty.title')} text={words('qr.counts.empty.text')} />
      ) : (
        <HourTable counts={data} isStale={isPlaceholderData} />
      )}
    </Screen>
  );
}

interface DayPickerProps {
  day: string | undefined;
  /** By the server, in TIME_ZONE; undefined until it has answered once. */
  today: string | undefined;
  /** undefined: whatever day it is. */
  onChange: (day: string | undefined) => void;
}

function DayPicker({ day, today, onChange }: DayPickerProps) {
  const words = useWords();
  const choose = (next: string): void => onChange(next === today ? undefined : next);
  return (
    <div className={styles.days}>
      <IconButton
        label={words('qr.counts.day_before')}
        icon={<IconLeft />}
        isDisabled={day === undefined || day <= FIRST_DAY}
        onClick={() => day !== undefined && choose(addDays(day, -1))}
      />
      <TimePicker
        isDay
        label={words('qr.counts.day')}
        className={styles.day}
        value={day}
        onChange={(next) => {
          if (next !== undefined && next >= FIRST_DAY && (today === undefined || next <= today)) choose(next);
        }}
      />
      <IconButton
        label={words('qr.counts.day_after')}
        icon={<IconRight />}
        isDisabled={day === undefined || today === undefined || day >= today}
        onClick={() => day !== undefined && choose(addDays(day, 1))}
      />
      {day === today ? null : (
        <Button kind="text" onClick={() => onChange(undefined)}>
          {words('qr.counts.today')}
        </Button>
      )}
    </div>
  );
}

/** The alarm: which days of the last month have visits that were lost or counted twice. */
function DifferingDays({
  days,
  shown,
  onChoose,
}: {
  days: readonly string[];
  shown: string | undefined;
  onChoose: (day: string) => void;
}) {
  const words = useWords();
  const format = useFormat();
  if (days.length === 0) return null;
  return (
    <Alert
      type="error"
      title={words('qr.counts.alarm.title', { count: days.length, shown: format.number(days.length) })}
      content={
        <>
          <p className={styles.alarm}>{words('qr.counts.alarm.text')}</p>
          <div className={styles.alarmDays}>
            {days.map((day) => (
              <Button key={day} size="small" isDisabled={day === shown} onClick={() => onChoose(day)}>
                {day}
              </Button>
            ))}
          </div>
        </>
      }
    />
  );
}
