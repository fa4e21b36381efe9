import { Input } from '@arco-design/web-react';
import { useId } from 'react';

interface ZoneInputProps {
  id?: string;
  'aria-label': string;
  'aria-describedby'?: string | undefined;
  value: string;
  onChange: (zone: string) => void;
  isDisabled?: boolean;
}

/**
 * A time zone of the tz database, typed or chosen from the browser's own list: there are more than 400, and the server says
 * when there is none of the name.
 */
export function ZoneInput({ value, onChange, isDisabled = false, ...field }: ZoneInputProps) {
  const list = useId();
  return (
    <>
      <Input
        {...field}
        list={list}
        value={value}
        disabled={isDisabled}
        autoComplete="off"
        onChange={(zone) => onChange(zone.trim())}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
