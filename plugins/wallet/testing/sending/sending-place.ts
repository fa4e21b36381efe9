import { newId, type PluginContext } from '@waypost/sdk';
import { PAYER, TEST_XPUB } from '../../../../tests/chain-place.ts';
import { FAKE_USDT } from '../../../../tests/tron-node.ts';
import { readXpub } from '../../chain/addresses/xpub.ts';
import { deposits, newDeposit } from '../../chain/deposits/deposit.ts';
import { createProviderPool } from '../../chain/providers/provider-pool.ts';
import { collectHook, fundHook } from '../../collection/collection-hooks.ts';
import { payRound } from '../../payouts/pay-round.ts';
import { payoutHook } from '../../payouts/payout-hook.ts';
import { sendingResource } from '../../screens/tron_transaction_summary/resource.ts';
import type { Sender } from '../../sending/sender.ts';
import type { StoredSending } from '../../sending/stored.ts';
import type { SignedApproval } from '../../signing/signer.ts';
import type { StoredWithdrawal } from '../../withdrawals/stored.ts';
import { startWithdrawals, TEST_LIMITS } from '../withdrawal-place.ts';
import { accountAt, createTestSigner, FEE_ACCOUNT, PAYOUT_ACCOUNT } from './test-signer.ts';

/** TRX and tokens of the accounts that send. */
const RICH = { sun: '1000000000000', tokens: '1000000000000' };
const NEVER = { aborted: false };

interface OnChain {
  id: string;
  to: string;
  value: string;
  contract: string;
  fee: number;
  result: string;
}

/** The plugin beside a chain, with a signer within the test, and accounts that have enough to send. */
export async function startSending({ providers = 2 }: { providers?: number } = {}) {
  const place = await startWithdrawals({ providers });
  const { t, node } = place;
  const signer = createTestSigner({ xpub: TEST_XPUB, contract: FAKE_USDT, now: () => t.clock.now() });
  for (const to of [PAYOUT_ACCOUNT, FEE_ACCOUNT]) await node.control('grant', { to, sun: RICH.sun });
  await node.pay({ from: PAYER, to: PAYOUT_ACCOUNT, value: RICH.tokens });
  await place.configure({
    ...TEST_LIMITS,
    payout_switch: 1,
    payout_account: PAYOUT_ACCOUNT,
    fee_account: FEE_ACCOUNT,
  });
  /** As browsers of those who have approved sign them; this signer looks at none of it. */
  const approvalsOf = (row: StoredWithdrawal): SignedApproval[] =>
    row.approvals.map((approver) => ({
      withdrawal: String(row._id),
      receiver: row.address,
      amount: row.payout,
      approver,
      network: 'nile',
      contract: FAKE_USDT,
      approved_at: '',
      public_key: '',
      signature: '',
    }));
  /** A process that has just been started: it knows nothing but what the store and the signer hold. */
  const processOf = (context: PluginContext) => {
    const sender: Sender = {
      context,
      signer,
      pool: createProviderPool(context),
      hooks: {
        payout: payoutHook(context, approvalsOf),
        fund: fundHook(context),
        collect: collectHook(context),
      },
    };
    return { sender, pay: () => payRound(sender, { approvalsOf }, NEVER) };
  };
  const account = readXpub(TEST_XPUB);
  const fingerprint = 'fault' in account ? '' : account.fingerprint;
  let deposited = 0;
  const signedBy = async (by: string) => (await node.control('signed', { by })) as OnChain[];
  return {
    ...place,
    signer,
    approvalsOf,
    processOf,
    signedBy,
    /** An address of ours that so much came to, on the chain and in the books. */
    newDeposit: async (value: string) => {
      deposited += 1;
      const { address } = accountAt(deposited);
      const order = newId(t.context);
      const made = newDeposit(t.context, {
        network: 'nile',
        contract: FAKE_USDT,
        order,
        owner: order,
        amount: value,
        tolerance: '0',
        expire_time: t.clock.date(),
        address,
        account: fingerprint,
        index: deposited,
      });
      // Looked at long ago: no job is about it.
      await deposits(t.context).create([{ ...made, total: value, arrived: value, next_look_time: null }]);
      await node.control('transfer', { transfers: [{ from: PAYER, to: address, value }] });
      await node.control('mine', { blocks: 1 });
      return address;
    },
    /** All that was sent for a withdrawal, or a step of a run, the oldest first. */
    sendings: async (subject: string) =>
      ((await t.rows(sendingResource).all({ subject } as never)) as StoredSending[]).sort(
        (one, other) => one.attempt - other.attempt,
      ),
    /** Lets so much time pass, with blocks, and has a process look. */
    later: async (ms = 6_000) => {
      await place.pass(ms);
      await processOf(t.context).pay();
    },
    /** Until everything before is solid, and looked at. */
    settled: async () => {
      await node.settle();
      await place.pass(6_000);
      await processOf(t.context).pay();
    },
  };
}
