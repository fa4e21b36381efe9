import { type Amount, DEFAULT_CURRENCY, showAmount } from '@waypost/contract';
import { groupedAmount } from '@waypost/host-sdk';

/** An amount as people read it, with its currency. */
export function Money({ amount }: { amount: Amount }) {
  return (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {groupedAmount(showAmount(amount))} {DEFAULT_CURRENCY}
    </span>
  );
}
