import { amountText, readAmount } from '@waypost/contract';

/** An amount of USDT at a rate in other money, in words: "1.00 USDT ≈ 7.20 CNY". Calculated in whole numbers. */
export function inOwnMoney(amount: string, rate: string, currency: string): string {
  const units = readAmount(rate);
  if (units === undefined) return '';
  const worth = (BigInt(amount) * BigInt(units)) / 1_000_000n;
  // Two digits are what other money has.
  const cents = (worth / 10_000n) * 10_000n;
  return `${amountText(amount)} USDT ≈ ${amountText(String(cents))} ${currency}`;
}
