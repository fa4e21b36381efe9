import { type Amount, amountText, DEFAULT_CURRENCY } from '@waypost/contract';

/** An amount as people read it, with its currency. */
export function Money({ amount }: { amount: Amount }) {
  return (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {amountText(amount)} {DEFAULT_CURRENCY}
    </span>
  );
}
