import { Input } from '@arco-design/web-react';
import { showAmount } from '@waypost/contract';
import { type ControlProps, controlAttributes } from '@waypost/host-sdk';
import { useState } from 'react';
import { readPrice, zFee } from './values.ts';

/** What a form holds while no amount is typed: the schema refuses it, whatever was typed. */
const noAmount = (typed: string): string => `?${typed}`;

/** An amount typed as people write it, held in smallest units. */
export function PriceControl(props: ControlProps<string>) {
  const { value, onChange, onBlur, hasError, unit } = props;
  const [typed, setTyped] = useState<string>();
  const held = value !== undefined && zFee.safeParse(value).success ? showAmount(value) : '';
  const kept = value?.startsWith('?') ? value.slice(1) : held;
  return (
    <Input
      {...controlAttributes(props)}
      value={typed ?? kept}
      autoComplete="off"
      inputMode="decimal"
      {...(hasError ? { status: 'error' as const } : {})}
      {...(unit === undefined ? {} : { suffix: unit })}
      onChange={(text) => {
        setTyped(text);
        onChange(text.trim() === '' ? undefined : (readPrice(text) ?? noAmount(text)));
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}
