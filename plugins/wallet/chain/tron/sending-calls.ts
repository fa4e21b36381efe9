import type { utils as TronUtils, TronWeb as TronWebClass } from 'tronweb';
import { z } from 'zod';

const { utils } = require('tronweb') as { utils: typeof TronUtils };

const TRANSFER = 'transfer(address,uint256)';

/** Which block a transaction names, and until when it counts; milliseconds by the chain's clock. */
const zHeader = z.strictObject({
  ref_block_bytes: z.string(),
  ref_block_hash: z.string(),
  timestamp: z.int(),
  expiration: z.int(),
});
const zToken = { contract: z.string(), from: z.string(), to: z.string(), value: z.string() };

/** What sending asks of tronweb. */
export const SENDING_QUESTIONS = [
  z.strictObject({ call: z.literal('costs') }),
  z.strictObject({ call: z.literal('account'), address: z.string(), contract: z.string() }),
  z.strictObject({ call: z.literal('solid_token'), address: z.string(), contract: z.string() }),
  z.strictObject({ call: z.literal('energy'), ...zToken }),
  z.strictObject({
    call: z.literal('build_token'),
    ...zToken,
    fee_limit: z.int().min(1),
    header: zHeader,
  }),
  z.strictObject({
    call: z.literal('build_trx'),
    from: z.string(),
    to: z.string(),
    sun: z.int().min(1),
    header: zHeader,
  }),
  z.strictObject({
    call: z.literal('is_signed'),
    raw_data_hex: z.string(),
    txid: z.string(),
    signature: z.string(),
    from: z.string(),
  }),
  z.strictObject({ call: z.literal('broadcast'), transaction: z.string() }),
] as const;
type Asked<N extends string> = Extract<z.output<(typeof SENDING_QUESTIONS)[number]>, { call: N }>;

/** How tronweb is asked for what an account has of the token. */
const balanceAsked = ({ address, contract }: { address: string; contract: string }) => {
  const owner = [{ type: 'address', value: address }];
  return [contract, 'balanceOf(address)', {}, owner, address] as const;
};

const parameters = (to: string, value: string) => [
  { type: 'address', value: to },
  { type: 'uint256', value },
];

/** What of a built transaction is kept: its bytes, and the same as a node wants it. */
const built = (transaction: { txID: string; raw_data_hex: string; raw_data: unknown }) => ({
  txid: transaction.txID,
  raw_data_hex: transaction.raw_data_hex,
  raw_data: JSON.stringify(transaction.raw_data),
});

export const SENDING_CALLS = {
  /** What the chain charges, the block that transactions name, and its clock. */
  costs: async (tron: TronWebClass) => ({
    parameters: await tron.trx.getChainParameters(),
    head: await tron.trx.getCurrentBlock(),
    solid: await tron.trx.getConfirmedCurrentBlock(),
  }),
  account: async (tron: TronWebClass, { address, contract }: Asked<'account'>) => {
    const account = await tron.trx.getUnconfirmedAccount(address);
    const resources = await tron.trx.getAccountResources(address);
    const { constant_result } = await tron.transactionBuilder.triggerConstantContract(
      ...balanceAsked({ address, contract }),
    );
    return { account, resources, token: constant_result?.[0] ?? '' };
  },
  /** What an account has of the token as of the newest solid block. */
  solid_token: async (tron: TronWebClass, { address, contract }: Asked<'solid_token'>) => {
    const { constant_result } = await tron.transactionBuilder.triggerConfirmedConstantContract(
      ...balanceAsked({ address, contract }),
    );
    return { token: constant_result?.[0] ?? '' };
  },
  /** Energy of a transfer as the chain would execute it now. */
  energy: async (tron: TronWebClass, { contract, from, to, value }: Asked<'energy'>) => {
    try {
      const asked = [contract, TRANSFER, {}, parameters(to, value), from] as const;
      const { energy_used } = await tron.transactionBuilder.triggerConstantContract(...asked);
      return { energy: energy_used };
    } catch (error) {
      // The contract refuses it: an answer of the chain, and no fault of whoever has told it.
      if (error instanceof Error && error.message.includes('REVERT')) return { energy: null };
      throw error;
    }
  },
  build_token: async (
    tron: TronWebClass,
    { contract, from, to, value, fee_limit, header }: Asked<'build_token'>,
  ) =>
    built(
      (
        await tron.transactionBuilder.triggerSmartContract(
          contract,
          TRANSFER,
          { txLocal: true, feeLimit: fee_limit, callValue: 0, blockHeader: header },
          parameters(to, value),
          from,
        )
      ).transaction,
    ),
  build_trx: async (tron: TronWebClass, { from, to, sun, header }: Asked<'build_trx'>) =>
    built(await tron.transactionBuilder.sendTrx(to, sun, from, { blockHeader: header })),
  is_signed: async (
    tron: TronWebClass,
    { raw_data_hex, txid, signature, from }: Asked<'is_signed'>,
  ): Promise<boolean> => {
    const bytes = Uint8Array.from(raw_data_hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const hash = utils.ethersUtils.sha256(bytes).replace(/^0x/, '');
    const signer = utils.crypto.ecRecover(txid, signature);
    return hash === txid && tron.address.fromHex(signer) === from;
  },
  broadcast: (tron: TronWebClass, { transaction }: Asked<'broadcast'>): Promise<unknown> =>
    tron.trx.sendRawTransaction(JSON.parse(transaction)),
} as const;
