import { Input } from '@arco-design/web-react';
import { readPrice, showAmount } from '@waypost/contract';
import { useState } from 'react';
import { type ControlProps, controlAttributes } from './control-props.ts';

/** Stands before what is no amount in what a form holds: the schema refuses it, whatever was typed. */
const NO_AMOUNT = '?';

/** `empty` is held where nothing is typed. */
function PriceInput({ empty, ...props }: ControlProps<string> & { empty: string | undefined }) {
  const { value, onChange, onBlur, hasError, unit } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      {...controlAttributes(props)}
      value={typed ?? shown(value)}
      autoComplete="off"
      inputMode="decimal"
      {...(hasError ? { status: 'error' as const } : {})}
      {...(unit === undefined ? {} : { suffix: unit })}
      onChange={(text) => {
        setTyped(text);
        onChange(text.trim() === '' ? empty : (readPrice(text) ?? `${NO_AMOUNT}${text}`));
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    />
  );
}

function shown(value: string | undefined): string {
  if (value?.startsWith(NO_AMOUNT)) return value.slice(NO_AMOUNT.length);
  return value !== undefined && /^\d+$/.test(value) ? showAmount(value) : '';
}

/**
 * An amount of the ledger's without a sign, typed as people write it (`9.90`) and held in smallest units (`9900000`), which
 * the schema of its field takes or refuses.
 * @example const CONTROLS = { price: PriceControl };
 */
export const PriceControl = (props: ControlProps<string>) => <PriceInput {...props} empty={undefined} />;

/** One that may be left out: then '' is held. */
export const OptionalPriceControl = (props: ControlProps<string>) => <PriceInput {...props} empty="" />;
