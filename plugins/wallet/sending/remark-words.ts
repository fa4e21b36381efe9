import { REMARKS } from './values.ts';

/** What was said of a transaction, in words: of the signer its sentence, of a node one of ours, or its own code. */
export function remarkWords(words: (key: string) => string, remark: string): string {
  if (remark.startsWith('wallet.')) return words(`error.${remark}`);
  return REMARKS.includes(remark) ? words(`wallet.sending.remark.${remark}`) : remark;
}
