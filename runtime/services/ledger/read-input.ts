import { createHash } from 'node:crypto';
import { errors, type Issue, LARGEST_AMOUNT, zAmount, zCurrency } from '@waypost/contract';
import { z } from 'zod';

const zPerson = z.string().regex(/^[0-9a-f]{24}$/, 'the id of an account');
/** A person, or a place that a plugin names. */
const zParty = z.union([
  zPerson,
  z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]{0,60}$/, 'a name such as wallet.deposits'),
]);
const zMoved = zAmount.refine((amount) => amount !== '0', 'another amount than 0');
const zPositive = zMoved.refine((amount) => !amount.startsWith('-'), 'an amount above 0');
const zId = z.string().regex(/^[0-9a-f]{24}$/);
const MOST_POSTINGS = 50;

const called = {
  key: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'at most 200 letters, digits and signs'),
  type: z.string().regex(/^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9_]{0,40}){1,2}$/, 'a name such as wallet.deposit'),
  remark: z.string().max(500).default(''),
};
const amounts = { amount: zPositive, currency: zCurrency.default('USDT') };

export const zTransfer = z
  .object({
    ...called,
    postings: z
      .array(z.object({ account: zParty, amount: zMoved, currency: zCurrency.default('USDT') }))
      .min(2)
      .max(MOST_POSTINGS),
  })
  .refine(({ postings }) => isEachOnce(postings), { path: ['postings'], error: 'each account once' })
  .refine(({ postings }) => isBalanced(postings), { path: ['postings'], error: 'amounts that sum up to 0' });
export const zHoldPlacing = z.object({ ...called, account: zPerson, ...amounts });
export const zHoldPosting = z
  .object({
    ...called,
    hold: zId,
    to: z
      .array(z.object({ account: zParty, amount: zPositive }))
      .min(1)
      .max(MOST_POSTINGS),
  })
  .refine(({ to }) => isEachOnce(to), { path: ['to'], error: 'each account once' });
export const zHoldVoiding = z.object({ ...called, hold: zId });

/** What was asked for, in one spelling. Errors: `invalid_input` 422. */
export function readInput<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

export const invalid = (issues: Issue[]) => errors.invalidInput.create({}, { errors: issues });

/** By what the same call is told from another one under its key; fields stand in the order of their schema. */
export function hashOf(method: string, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, input]))
    .digest('hex');
}

export const isPerson = (account: string): boolean => zPerson.safeParse(account).success;

function isEachOnce(postings: readonly { account: string; currency?: string }[]): boolean {
  return new Set(postings.map(({ account, currency }) => `${account}/${currency}`)).size === postings.length;
}

function isBalanced(postings: readonly { amount: string; currency: string }[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of postings) {
    // Told at its own place.
    if (!zAmount.safeParse(amount).success) return true;
    const sum = (sums.get(currency) ?? 0n) + BigInt(amount);
    if (sum > LARGEST_AMOUNT || sum < -LARGEST_AMOUNT) return false;
    sums.set(currency, sum);
  }
  return [...sums.values()].every((sum) => sum === 0n);
}
