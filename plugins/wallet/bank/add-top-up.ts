import { amountText, type BodyOf } from '@waypost/contract';
import { newId, newRow, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { readPayConfig } from '../chain/config/pay-config.ts';
import { chainErrors } from '../chain/errors.ts';
import { walletErrors } from '../errors.ts';
import { numberOf } from '../money/number-of.ts';
import type { bankTopUpAdd } from './calls.ts';
import { bankErrors } from './errors.ts';
import { bankTopUpResource } from './resource.ts';
import { MOST_WAITING } from './values.ts';

/** The same however it is typed. */
export const referenceKey = (reference: string): string => reference.replace(/\s+/g, '').toLowerCase();

/**
 * Writes down that somebody has sent money by bank; the same press again is answered with what the first has made.
 * Errors: `wallet.bank_off`, `wallet.bank_too_many`, `wallet.key_used` 409; `wallet.amount_bounds` 422
 */
export async function addBankTopUp(
  context: PluginContext,
  { amount, reference, key }: BodyOf<typeof bankTopUpAdd>,
  request: SignedRequest,
): Promise<{ id: string; number: string }> {
  const { bank_switch, minimum, maximum } = await readPayConfig(context);
  if (bank_switch !== 1) throw bankErrors.off.create();
  if (BigInt(amount) < BigInt(minimum) || BigInt(amount) > BigInt(maximum))
    throw chainErrors.amountBounds.create({ least: amountText(minimum), most: amountText(maximum) });
  const owner = request.caller.id;
  const model = context.model(bankTopUpResource);
  return context.transaction(async (session) => {
    const earlier = await model.findOne({ owner, key }).session(session).lean();
    if (earlier !== null) {
      if (earlier.amount !== amount || earlier.reference !== reference) throw walletErrors.keyUsed.create();
      return { id: String(earlier._id), number: earlier.number };
    }
    const waiting = await model.countDocuments({ owner, state: 'waiting' }).session(session);
    if (waiting >= MOST_WAITING) throw bankErrors.tooMany.create({ most: MOST_WAITING });
    const _id = newId(context);
    const number = numberOf(context.clock.date(), context.platform.timeZone, _id);
    const row = newRow(
      context,
      bankTopUpResource,
      { number, amount, reference, reference_key: referenceKey(reference), key },
      { _id, owner },
    );
    await model.create([row], { session });
    await context.audit(
      { type: 'wallet.bank_top_up.add', target: _id, after: { number, amount, reference }, request },
      session,
    );
    return { id: _id, number };
  });
}
