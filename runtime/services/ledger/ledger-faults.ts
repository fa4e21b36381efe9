import type { BillDocument, JournalDocument } from './ledger-collections.ts';

/** What is wrong with a line of a bill, given the one before it. */
export function billFault(
  line: BillDocument,
  earlier: Pick<BillDocument, 'seq' | 'after'> | undefined,
): string | undefined {
  const { seq, before, change, after } = line;
  const expected = (earlier?.seq ?? 0) + 1;
  if (seq !== expected) return `line ${seq} stands where line ${expected} should be`;
  if (before !== (earlier?.after ?? 0n))
    return `line ${seq} begins with ${before}, the one before ended with ${earlier?.after ?? 0n}`;
  if (before + change !== after)
    return `line ${seq} ends with ${after}, which is not ${before} and ${change}`;
  return after < 0n ? `line ${seq} ends below zero` : undefined;
}

/** What is wrong with an entry of the journal, given the lines of bills that name it. */
export function entryFault(
  { postings }: Pick<JournalDocument, 'postings'>,
  lines: readonly BillDocument[],
): string | undefined {
  const sums = new Map<string, bigint>();
  const available = new Map<string, bigint>();
  for (const { account, part, currency, amount } of postings) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
    const id = `${account}/${currency}`;
    if (part === 'available') available.set(id, (available.get(id) ?? 0n) + amount);
  }
  for (const [currency, sum] of sums) if (sum !== 0n) return `its postings in ${currency} sum up to ${sum}`;
  for (const { account, currency, change } of lines) {
    const id = `${account}/${currency}`;
    if (available.get(id) !== change) return `a bill says ${change} for ${id}, it says otherwise`;
    available.delete(id);
  }
  const [missing] = [...available].filter(([, change]) => change !== 0n);
  return missing === undefined ? undefined : `no bill has its line for ${missing[0]}`;
}
