import { Select } from '@arco-design/web-react';

interface ZoneSelectProps {
  id: string;
  'aria-label': string;
  value: string;
  onChange: (zone: string) => void;
  isDisabled?: boolean;
}

/** The browser's list and what is chosen, which an older browser may not have. */
const zones = (value: string) => [...new Set([value, ...Intl.supportedValuesOf('timeZone')])].sort();

/** Arco hands the option over as an element whose props it does not declare. */
const nameOf = (option: { props: unknown }) => String((option.props as { value?: unknown }).value);

/** A time zone of the tz database, found by typing a part of its name. */
export function ZoneSelect({ value, onChange, isDisabled = false, ...field }: ZoneSelectProps) {
  return (
    <Select
      {...field}
      showSearch
      value={value}
      disabled={isDisabled}
      onChange={onChange}
      options={zones(value)}
      filterOption={(typed, option) =>
        nameOf(option).toLowerCase().includes(typed.trim().toLowerCase().replaceAll(' ', '_'))
      }
    />
  );
}
