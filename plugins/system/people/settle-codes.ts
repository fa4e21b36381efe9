import { OWNER_CODES, OWNER_CODES_VERSIONS, type OwnerCodes, type PluginContext } from '@waypost/sdk';
import { userResource } from '../screens/user_list/resource.ts';

/** Name of the job that does what a process that ended could not. */
export const SETTLE_CODES = 'settle_codes';

/**
 * Freezes the codes of an account, lifts that or moves them into the bin, as it was wished when the account was switched. The wish stands in the account,
 * written together with the switch, and goes when it is done: a process that ends in between loses nothing. While plugin
 * `qr` is off there are no visits to keep away; the job asks again.
 */
export async function settleCodes(context: PluginContext, account: string): Promise<number> {
  const model = context.model(userResource);
  const codes = context.require<OwnerCodes>(OWNER_CODES, OWNER_CODES_VERSIONS);
  const found = await model.findOne({ _id: account }, { codes_due: 1, codes_by: 1, codes_reason: 1 }).lean();
  const due = found?.codes_due;
  if (!codes || !found || !due) return 0;
  const { codes_by, codes_reason } = found;
  const [reason, by] = [codes_reason ?? '', codes_by ?? ''];
  const settle = {
    freeze: () => codes.freeze({ owner: account, reason, by }),
    lift: () => codes.lift(account),
    bin: () => codes.bin({ owner: account, by }),
  };
  const count = await settle[due]();
  await model.updateOne(
    { _id: account, codes_due: due },
    { $set: { codes_due: '', codes_frozen: due === 'freeze' } },
  );
  return count;
}

/** Everybody whose wish is still open. */
export async function settleAllCodes(context: PluginContext): Promise<void> {
  const open = await context
    .model(userResource)
    .find({ codes_due: { $in: ['freeze', 'lift', 'bin'] } }, { _id: 1 })
    .lean();
  for (const { _id } of open) await settleCodes(context, String(_id));
}
