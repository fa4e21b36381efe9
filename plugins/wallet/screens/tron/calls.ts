import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zWatched } from '../../chain/addresses/rules.ts';
import { zSealedSecret } from '../../signing/rules.ts';
import { LOCK_REASONS, SIGNER_STATES } from './values.ts';

const area = 'tron';
const KEYS_A_MINUTE = 10;

const zMade = z.object({ id: zId, address: z.string() });
const change = {
  ...({ area, isPersonal: true, needsSecondFactor: true, ratePerMinute: KEYS_A_MINUTE } as const),
  result: zMade,
};

export const tronMake = defineCall({
  ...change,
  call: 'make',
  body: z.strictObject({}),
  access: { permission: 'wallet.tron:create' },
  summary: 'Has the signer make a seed of 24 words; nobody is shown them',
});

export const tronImport = defineCall({
  ...change,
  call: 'import',
  body: z.strictObject({ secret: zSealedSecret }),
  access: { permission: 'wallet.tron:create' },
  bodyLimit: 8 * 1024,
  summary: 'Hands words or a private key, sealed in the browser, on to the signer',
});

export const tronWatch = defineCall({
  ...change,
  call: 'watch',
  body: z.strictObject({ xpub: zWatched }),
  access: { permission: 'wallet.tron:create' },
  summary: 'Has the addresses of an extended public key watched; nothing is signed with it',
});

export const tronRemove = defineCall({
  ...change,
  call: 'remove',
  body: z.strictObject({ id: zId }),
  access: { permission: 'wallet.tron:delete' },
  summary: 'Has the signer sign nothing with a key any more; it is kept, sealed',
});

export const tronRefresh = defineCall({
  area,
  call: 'refresh',
  body: z.strictObject({ id: zId }),
  result: z.object({
    trx_balance: z.string(),
    usdt_balance: z.string(),
    real_time_balance: z.string(),
    balance_time: z.iso.datetime(),
  }),
  access: { permission: 'wallet.tron:read' },
  isPersonal: true,
  ratePerMinute: 30,
  summary: 'Asks the chain what an account has',
});

export const tronSigner = defineCall({
  area,
  call: 'signer',
  body: z.strictObject({}),
  result: z.object({
    state: z.enum(SIGNER_STATES),
    reason: z.enum(LOCK_REASONS).nullable(),
    /** Of the chain of what it did, hex; empty while it is not open. */
    head: z.string(),
    /** What secrets are sealed to; empty while it is not open. */
    seal_to: z.string(),
    trusted: z.int(),
    /** When all that it knows came out of a backup, and whether it pays nothing since; null: it did not. */
    restored_time: z.iso.datetime().nullable(),
    is_held: z.boolean(),
    /** Keys of approvers that wait for the command line. */
    waiting: z.array(z.object({ account: z.string(), fingerprint: z.string() })),
    limits: z
      .object({
        network: z.string(),
        contract: z.string(),
        collect_to: z.string(),
        receivers: z.int(),
        single: z.string(),
        daily: z.string(),
        two_above: z.string(),
      })
      .nullable(),
  }),
  access: { permission: 'wallet.tron:read' },
  summary: 'How the signer is, and by which limits it signs',
});
