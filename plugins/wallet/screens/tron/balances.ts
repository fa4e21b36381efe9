import { type PluginContext, requireRow } from '@waypost/sdk';
import { z } from 'zod';
import { readPayConfig } from '../../chain/config/pay-config.ts';
import { chainErrors } from '../../chain/errors.ts';
import { NoProvider, ProviderFault } from '../../chain/providers/fault.ts';
import type { Ask, ProviderPool } from '../../chain/providers/provider-pool.ts';
import { readProviders } from '../../chain/providers/providers.ts';
import { hexOfAddress } from '../../signing/tron-hex.ts';
import { tronResource } from './resource.ts';
import type { StoredAccount } from './rows.ts';

/** A node answers `{}` for an address that nothing has come to. */
const zAccount = z.looseObject({ balance: z.int().min(0).optional() });
const zConstant = z.looseObject({ constant_result: z.array(z.string().regex(/^[0-9a-fA-F]{0,64}$/)).min(1) });
/** How long an account that was asked for is not asked for again by the job. */
const AGAIN_MS = 10 * 60_000;
const PORTION = 50;

export interface Balances {
  trx_balance: string;
  usdt_balance: string;
  real_time_balance: string;
  balance_time: Date;
}

/**
 * Asks the chain what an account has, and writes it down. Errors: `not_found` 404; `wallet.chain_away` 503 where nobody can be
 * asked
 */
export async function refreshAccount(
  context: PluginContext,
  pool: ProviderPool,
  id: string,
): Promise<Balances> {
  const row = await requireRow(context.model(tronResource).findById(id).lean());
  return lookAt(context, pool, row);
}

/** Asks for the accounts that were not asked for longest, so many a run. */
export async function refreshAccounts(
  context: PluginContext,
  pool: ProviderPool,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  if ((await readProviders(context)).length === 0) return;
  const before = new Date(context.clock.now() - AGAIN_MS);
  const rows = await context
    .model(tronResource)
    .find({
      kind: { $ne: 'deposit' },
      remove_status: 1,
      $or: [{ balance_time: null }, { balance_time: { $lt: before } }],
    })
    .sort({ balance_time: 1 })
    .limit(PORTION)
    .lean();
  for (const row of rows) {
    if (signal.aborted) return;
    try {
      await lookAt(context, pool, row);
    } catch (error) {
      context.log.warn({ error, address: row.address }, 'the balance of an account could not be asked for');
      return;
    }
  }
}

async function lookAt(context: PluginContext, pool: ProviderPool, row: StoredAccount): Promise<Balances> {
  const [config, providers] = await Promise.all([readPayConfig(context), readProviders(context)]);
  try {
    const found = await pool.work(providers, (ask) => balancesOf(ask, row.address, config.contract));
    const balances = { ...found, balance_time: context.clock.date() };
    await context.model(tronResource).updateOne({ _id: row._id }, { $set: balances }, { timestamps: false });
    return balances;
  } catch (error) {
    if (error instanceof NoProvider || error instanceof ProviderFault) throw chainErrors.chainAway.create();
    throw error;
  }
}

async function balancesOf(
  ask: Ask,
  address: string,
  contract: string,
): Promise<Omit<Balances, 'balance_time'>> {
  const account = read(
    zAccount,
    await ask({ path: 'walletsolidity/getaccount', method: 'post', payload: { address, visible: true } }),
  );
  const token = async (place: 'wallet' | 'walletsolidity') => {
    if (contract === '') return '0';
    const payload = {
      owner_address: address,
      contract_address: contract,
      visible: true,
      function_selector: 'balanceOf(address)',
      parameter: hexOfAddress(address).slice(2).padStart(64, '0'),
    };
    const answer = await ask({ path: `${place}/triggerconstantcontract`, method: 'post', payload });
    const [word = ''] = read(zConstant, answer).constant_result;
    return String(BigInt(`0x${word || '0'}`));
  };
  return {
    trx_balance: String(account.balance ?? 0),
    usdt_balance: await token('walletsolidity'),
    real_time_balance: await token('wallet'),
  };
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ProviderFault('nonsense', 0, 'no balance');
  return parsed.data;
}
