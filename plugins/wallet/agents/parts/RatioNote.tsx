import { amountText, DEFAULT_CURRENCY } from '@waypost/contract';
import { useCall, useFormat, useWords } from '@waypost/host-sdk';
import { shareRatioCall } from '../../screens/agent_divided_into/calls.ts';
import styles from './agents.module.css';

/** How much of what customers pay the reader gets, in figures that can be checked in the head. */
export function RatioNote() {
  const words = useWords();
  const format = useFormat();
  const { data } = useCall(shareRatioCall, {});
  if (data === undefined) return null;
  const { share_ratio, example } = data;
  return (
    <p className={styles.ratio}>
      {share_ratio === 0
        ? words('wallet.ratio.none')
        : words('wallet.ratio.text', {
            percent: format.number(share_ratio),
            price: `${amountText(example.price)} ${DEFAULT_CURRENCY}`,
            share: `${amountText(example.share)} ${DEFAULT_CURRENCY}`,
          })}
    </p>
  );
}
