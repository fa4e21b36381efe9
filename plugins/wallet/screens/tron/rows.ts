import { RemoveStatus } from '@waypost/contract';
import { type CollectionDeclaration, newId, type PluginContext, type Stored } from '@waypost/sdk';
import { readXpub } from '../../chain/addresses/xpub.ts';
import { type Deposit, deposits } from '../../chain/deposits/deposit.ts';
import type { KeyFacts, Signer } from '../../signing/signer.ts';
import { hexOfAddress } from '../../signing/tron-hex.ts';
import { transferResource } from '../usdt_transaction_record/resource.ts';
import { tronResource } from './resource.ts';

export type StoredAccount = Stored<typeof tronResource>;
const PORTION = 500;
/** Of transfers that one run looks through: a key that is imported after years catches up in time. */
const SPAN_MS = 30 * 24 * 60 * 60_000;
const OVERLAP_MS = 5 * 60_000;

/** Up to when transfers were looked through for a key. */
interface Cursor {
  _id: string;
  time: Date;
}
const CURSORS: CollectionDeclaration<Cursor> = {
  name: 'tron_cursor',
  onUninstall: 'keep',
  fields: { _id: String, time: Date },
};
export const cursors = (context: PluginContext) => context.collection(CURSORS);

/** Writes down what the signer says of its keys: whatever was made or removed while nobody looked. */
export async function takeKeys(context: PluginContext, keys: readonly KeyFacts[]): Promise<void> {
  for (const key of keys) await takeKey(context, key);
}

/** The row of a key, as the signer says it. An address has one row, of the key that can do most. */
export async function takeKey(context: PluginContext, key: KeyFacts): Promise<StoredAccount> {
  const { address, address_hex, public_key, kind, xpub, id, create_time, remove_time } = key;
  const rows = context.model(tronResource);
  const found = await rows.findOne({ address }).lean();
  // Somebody has removed it and taken it up again, or only watched it before.
  const isOther = found !== null && found.key !== id && found.remove_status === RemoveStatus.not_deleted;
  if (isOther && (remove_time !== null || kind === 'xpub')) return found;
  const set = {
    address_hex,
    public_key,
    kind,
    xpub,
    key: id,
    index: -1,
    remove_status: remove_time === null ? RemoveStatus.not_deleted : RemoveStatus.deleted,
    remove_time: remove_time === null ? null : new Date(remove_time),
  };
  const isSame = found !== null && found.key === id && found.remove_status === set.remove_status;
  if (isSame) return found;
  const made = new Date(create_time);
  return await rows
    .findOneAndUpdate(
      { address },
      {
        $set: { ...set, update_time: context.clock.date() },
        $setOnInsert: { _id: newId(context), create_time: made, ...FRESH },
        $inc: { version: 1 },
      },
      { upsert: true, returnDocument: 'after', timestamps: false },
    )
    .lean();
}

const FRESH = {
  trx_balance: '0',
  usdt_balance: '0',
  real_time_balance: '0',
  balance_time: null,
  account: null,
  remark: '',
};

/** Takes up deposit addresses of the signer's keys that money has come to since the last run. */
export async function takeDeposits(context: PluginContext, keys: readonly KeyFacts[]): Promise<void> {
  const now = context.clock.now();
  for (const key of keys) {
    const account = key.xpub === '' || key.remove_time !== null ? undefined : readXpub(key.xpub);
    if (account === undefined || 'fault' in account) continue;
    const first = (await firstTransfer(context)) ?? now;
    const at = (await cursors(context).findById(key.id).lean())?.time.getTime() ?? first;
    const until = Math.min(at + SPAN_MS, now);
    // What is written in one transaction is seen after what began later.
    const time = { $gte: new Date(at - OVERLAP_MS), $lte: new Date(until) };
    const found = await context.model(transferResource).distinct('receiver', { create_time: time });
    const receivers = found.map(String);
    for (let from = 0; from < receivers.length; from += PORTION) {
      const rows = await deposits(context)
        .find({ account: account.fingerprint, address: { $in: receivers.slice(from, from + PORTION) } })
        .lean();
      for (const deposit of rows) await takeDeposit(context, key, deposit);
    }
    await cursors(context).updateOne({ _id: key.id }, { $set: { time: new Date(until) } }, { upsert: true });
  }
}

async function firstTransfer(context: PluginContext): Promise<number | undefined> {
  const found = await context
    .model(transferResource)
    .findOne({}, { create_time: 1 })
    .sort({ create_time: 1 })
    .lean();
  return found?.create_time.getTime();
}

async function takeDeposit(context: PluginContext, key: KeyFacts, deposit: Deposit): Promise<void> {
  const { address, index, owner, open_time } = deposit;
  await context.model(tronResource).updateOne(
    { address },
    {
      $setOnInsert: {
        _id: newId(context),
        ...FRESH,
        address,
        address_hex: hexOfAddress(address),
        public_key: '',
        kind: 'deposit',
        xpub: '',
        key: key.id,
        index,
        account: owner === '' ? null : owner,
        version: 0,
        remove_status: RemoveStatus.not_deleted,
        remove_time: null,
        create_time: open_time,
        update_time: context.clock.date(),
      },
    },
    { upsert: true, timestamps: false },
  );
}

/** Both, where the signer can be asked. */
export async function takeAccounts(context: PluginContext, signer: Signer): Promise<void> {
  const status = await signer.status();
  if (status.state !== 'open') return;
  await takeKeys(context, status.keys);
  await takeDeposits(context, status.keys);
}
