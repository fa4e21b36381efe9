import { DatePicker } from '@arco-design/web-react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { timeZoneAtom } from '../format/time-zone.ts';
import { clientStore } from '../session/session.ts';
import { LabelledPicker } from './LabelledPicker.tsx';

export interface TimePickerProps {
  label: string;
  /** A moment as ISO text in UTC, or a day as `2026-11-23`. */
  value: string | null | undefined;
  /** A day has no hour, so no time zone moves it. A moment is shown and entered in the platform's time zone. */
  isDay?: boolean;
  placeholder?: string;
  className?: string | undefined;
  isDisabled?: boolean;
  hasError?: boolean;
  /** Nothing: it was emptied. */
  onChange: (next: string | undefined) => void;
}

/** Takes a moment or a day, in forms and filters alike. */
export function TimePicker({ label, value, isDay = false, className, ...props }: TimePickerProps) {
  const timeZone = useAtomValue(timeZoneAtom, { store: clientStore });
  const [isOpen, setIsOpen] = useState(false);
  const shared = {
    popupVisible: isOpen,
    onVisibleChange: (next?: boolean) => setIsOpen(next === true),
    style: { width: '100%' },
    disabled: props.isDisabled ?? false,
    error: props.hasError ?? false,
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
  };
  return (
    <LabelledPicker
      label={label}
      className={className}
      // What the picker does not do by itself; the drawer or form around it stays.
      onEscape={isOpen ? () => setIsOpen(false) : undefined}
    >
      {isDay ? (
        <DatePicker
          {...shared}
          format="YYYY-MM-DD"
          {...(value ? { value } : {})}
          onChange={(text) => props.onChange(text || undefined)}
        />
      ) : (
        <DatePicker
          {...shared}
          showTime
          {...(timeZone === undefined ? {} : { timezone: timeZone })}
          {...(value ? { value: new Date(value).getTime() } : {})}
          onChange={(_text, date) => props.onChange(date?.toDate().toISOString())}
        />
      )}
    </LabelledPicker>
  );
}
