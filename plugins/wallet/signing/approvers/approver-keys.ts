import { AppError, type BodyOf, type ResultOf } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, SignedRequest } from '@waypost/sdk';
import { fingerprintOf, isApproverKey } from '../approver-key.ts';
import { signerErrors } from '../errors.ts';
import type { Signer } from '../signer.ts';
import { approverKeys, approverOffer } from './calls.ts';

interface ApproverKey {
  /** The public key, hex. */
  _id: string;
  account: string;
  create_time: Date;
}
const KEYS: CollectionDeclaration<ApproverKey> = {
  name: 'approver_key',
  onUninstall: 'keep',
  fields: { _id: String, account: String, create_time: Date },
  indexes: [{ keys: { account: 1, create_time: -1 } }],
};
/** Browsers of one person. */
const MOST_KEYS = 20;

type Known = ResultOf<typeof approverOffer>;
export const keptKeys = (context: PluginContext) => context.collection(KEYS);

/** Mounts the keys by which people approve withdrawals: their browsers make and keep them, here are the public halves. */
export function mountApprovers(context: PluginContext, signer: Signer): void {
  keptKeys(context);
  context.call(approverKeys, async (_body, { caller }) => ({
    approver: caller.id,
    keys: await ownKeys(context, signer, caller.id),
  }));
  context.call(approverOffer, (body, request) => offer(context, signer, body, request));
}

async function ownKeys(context: PluginContext, signer: Signer, account: string): Promise<Known[]> {
  const rows = await keptKeys(context)
    .find({ account })
    .sort({ create_time: -1, _id: -1 })
    .limit(MOST_KEYS)
    .lean();
  if (rows.length === 0) return [];
  const status = await signer.status();
  const trusted = new Set(status.state === 'open' ? status.trusted.map(({ public_key }) => public_key) : []);
  return rows.map((row) => ({
    fingerprint: fingerprintOf(row._id),
    public_key: row._id,
    state: status.state !== 'open' ? 'unknown' : trusted.has(row._id) ? 'trusted' : 'waiting',
    create_time: row.create_time.toISOString(),
  }));
}

async function offer(
  context: PluginContext,
  signer: Signer,
  { public_key, endorsed }: BodyOf<typeof approverOffer>,
  request: SignedRequest,
): Promise<Known> {
  const account = request.caller.id;
  if (!isApproverKey(public_key)) throw signerErrors.approval_forged.create();
  const known = await keptKeys(context).findById(public_key).lean();
  if (known !== null && known.account !== account) throw signerErrors.approval_forged.create();
  if (known === null && (await keptKeys(context).countDocuments({ account })) >= MOST_KEYS)
    throw signerErrors.offers_full.create();
  const create_time = known?.create_time ?? context.clock.date();
  const fingerprint = fingerprintOf(public_key);
  if (known === null)
    await context.transaction(async (session) => {
      await keptKeys(context).updateOne(
        { _id: public_key },
        { $setOnInsert: { account, create_time } },
        { upsert: true, session },
      );
      await context.audit(
        { type: 'wallet.withdrawal.approver_key', target: account, after: { fingerprint }, request },
        session,
      );
    });
  let state: Known['state'] = 'unknown';
  try {
    const offered = await signer.offerApprover({
      approver: account,
      public_key,
      ...(endorsed === undefined ? {} : { endorsed }),
    });
    state = 'trusted_time' in offered ? 'trusted' : 'waiting';
  } catch (error) {
    // It is kept here, and offered again by the next press once the signer is there.
    const isAway = [signerErrors.signer_away.code, signerErrors.signer_locked.code];
    if (!(error instanceof AppError && isAway.includes(error.code))) throw error;
  }
  return { fingerprint, public_key, state, create_time: create_time.toISOString() };
}
