import { createHash } from 'node:crypto';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';
import { isOwnerActive } from '../../codes/is-owner-active.ts';

/** 24 random bytes: nobody guesses them, so that a plain SHA-256 is enough in the store. */
const KEY_BYTES = 24;
const HINT_LETTERS = 4;

interface CardKeyDocument {
  /** Account that the key speaks for. */
  _id: string;
  key_hash: string;
  hint: string;
  create_time: Date;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** One card key for each account: it opens the public visitor enquiry and nothing else. */
export function createCardKeys(context: PluginContext) {
  const keys = context.collection<CardKeyDocument>({
    name: 'card_key',
    fields: { _id: String, key_hash: String, hint: String, create_time: Date },
    indexes: [{ keys: { key_hash: 1 }, unique: true }],
  });
  return {
    async state(owner: string): Promise<{ hint: string; create_time: string } | null> {
      const known = await keys.findOne({ _id: owner }).lean();
      return known ? { hint: known.hint, create_time: known.create_time.toISOString() } : null;
    },
    async issue(owner: string, request: SignedRequest): Promise<string> {
      const key = `vq_${Buffer.from(context.random.bytes(KEY_BYTES)).toString('base64url')}`;
      const hint = key.slice(-HINT_LETTERS);
      await keys.updateOne(
        { _id: owner },
        { $set: { key_hash: digest(key), hint, create_time: context.clock.date() } },
        { upsert: true },
      );
      await context.audit({ type: 'qr.card_key.issue', target: owner, after: { hint }, request });
      return key;
    },
    async revoke(owner: string, request: SignedRequest): Promise<void> {
      const { deletedCount } = await keys.deleteOne({ _id: owner });
      if (deletedCount > 0) await context.audit({ type: 'qr.card_key.revoke', target: owner, request });
    },
    /** The account behind a key; while it is disabled its key opens nothing. Errors: `qr.card_key_refused` 403. */
    async ownerOf(key: string): Promise<string> {
      const known = await keys.findOne({ key_hash: digest(key) }, { _id: 1 }).lean();
      if (!known || !(await isOwnerActive(context, known._id)))
        throw qrErrors.cardKeyRefused.create({}, { errors: [{ path: 'key', message: 'qr.fault.card_key' }] });
      return String(known._id);
    },
  };
}
