import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { PayConfigValues } from '../../screens/pay_config/calls.ts';
import { readXpub } from '../addresses/xpub.ts';
import { LEAST_CONFIRMATIONS, networkFacts } from '../networks/values.ts';
import type { Raise } from './values.ts';

/** What is set for paying over the chain, as it is kept. */
export interface PayConfig extends PayConfigValues {
  version: number;
  /** What the chain said of the contract when it was set; empty and 0: it was not asked yet. */
  contract_symbol: string;
  contract_decimals: number;
  /** Limits of payouts that were raised lately, those among them that are in force by now. */
  raises: Raise[];
}

const ID = 'pay_config';

const COLLECTION: CollectionDeclaration<PayConfig & { _id: string }> = {
  name: 'pay_config',
  onUninstall: 'keep',
  fields: {
    _id: String,
    version: Number,
    qr_code_switch: Number,
    network: String,
    contract: String,
    address_mode: Number,
    shared_address: String,
    confirmations: Number,
    xpub: String,
    minimum: String,
    maximum: String,
    tolerance: String,
    order_minutes: Number,
    rate: String,
    rate_currency: String,
    contract_symbol: String,
    contract_decimals: Number,
    withdraw_switch: Number,
    withdraw_minimum: String,
    withdraw_fee: String,
    withdraw_daily: String,
    withdraw_two_people: String,
    payout_switch: Number,
    payout_account: String,
    fee_account: String,
    collect_to: String,
    collect_least: String,
    bank_switch: Number,
    bank_text: String,
    raises: [{}],
  },
};

/** What holds until somebody has set something: the real chain, and nobody can pay. */
export const FIRST: PayConfig = {
  version: 0,
  qr_code_switch: 1,
  network: 'mainnet',
  contract: networkFacts('mainnet').contract,
  confirmations: LEAST_CONFIRMATIONS,
  xpub: '',
  order_minutes: 60,
  rate: '0',
  rate_currency: 'CNY',
  address_mode: 1,
  shared_address: '',
  minimum: '1000000',
  maximum: '10000000000',
  tolerance: '10000',
  contract_symbol: '',
  contract_decimals: 0,
  withdraw_switch: 1,
  withdraw_minimum: '10000000',
  withdraw_fee: '0',
  withdraw_daily: '10000000000',
  withdraw_two_people: '1000000000',
  payout_switch: 2,
  payout_account: '',
  fee_account: '',
  collect_to: '',
  collect_least: '50000000',
  bank_switch: 2,
  bank_text: '',
  raises: [],
};

export const payConfigs = (context: PluginContext) => context.collection(COLLECTION);

export async function readPayConfig(context: PluginContext, session?: Session): Promise<PayConfig> {
  const found = await payConfigs(context)
    .findById(ID)
    .session(session ?? null)
    .lean();
  if (found === null) return FIRST;
  const { _id, ...kept } = found;
  return { ...FIRST, ...kept };
}

/** Writes what is set where nobody else has meanwhile. @returns whether it was written */
export async function writePayConfig(
  context: PluginContext,
  version: number,
  next: Omit<PayConfig, 'version'>,
  session: Session,
): Promise<boolean> {
  const before = await readPayConfig(context, session);
  if (before.version !== version) return false;
  await payConfigs(context).updateOne(
    { _id: ID },
    { $set: { ...next, version: version + 1 } },
    { upsert: true, session },
  );
  return true;
}

/** The first addresses of a key, to hold against the wallet; none without one. */
export function firstAddresses(xpub: string, count = 3): string[] {
  if (xpub === '') return [];
  const account = readXpub(xpub);
  return 'fault' in account ? [] : Array.from({ length: count }, (_, index) => account.address(index));
}
