import { z } from 'zod';
import { ProviderFault } from '../chain/providers/fault.ts';
import type { Ask } from '../chain/providers/provider-pool.ts';
import { nonsense } from '../chain/reading/information.ts';
import { askTron, TronFault } from '../chain/tron/ask-tron.ts';
import type { TronCall } from '../chain/tron/program.ts';
import type { ChainReading } from '../chain/watching/find-solid.ts';

const zBlock = z.object({
  blockID: z.string().regex(/^[0-9a-f]{64}$/),
  block_header: z.object({ raw_data: z.object({ number: z.int(), timestamp: z.int() }) }),
});
const zCosts = z.object({
  parameters: z.array(z.object({ key: z.string(), value: z.number().optional() })),
  head: zBlock,
  solid: zBlock,
});
const zAmount = z.int().min(0).optional();
const zAccount = z.object({
  account: z.object({ address: z.string().optional(), balance: zAmount }),
  resources: z.object({
    freeNetUsed: zAmount,
    freeNetLimit: zAmount,
    NetUsed: zAmount,
    NetLimit: zAmount,
    EnergyUsed: zAmount,
    EnergyLimit: zAmount,
  }),
  token: z.string().regex(/^[0-9a-f]{64}$/),
});
const zToken = zAccount.pick({ token: true });
const zEnergy = z.object({ energy: z.int().min(1).nullable() });
const zBuilt = z.object({
  txid: z.string().regex(/^[0-9a-f]{64}$/),
  raw_data_hex: z.string().regex(/^(?:[0-9a-f]{2})+$/),
  raw_data: z.string(),
});
export type Built = z.output<typeof zBuilt>;
const zBroadcast = z.object({
  result: z.boolean().optional(),
  code: z.union([z.string(), z.number()]).optional(),
});

/** What the chain charges, in sun, and the block and the time that transactions name. */
export interface Costs {
  energyFee: number;
  bandwidthFee: number;
  /** For an account that is not there yet, with what stands for its bandwidth. */
  accountFee: number;
  /** Bytes that every account sends a day for nothing. */
  freeBandwidth: number;
  reference: { ref_block_bytes: string; ref_block_hash: string };
  /** Of the newest block, milliseconds. */
  time: number;
}

export interface AccountFacts {
  isActive: boolean;
  /** Sun. */
  trx: bigint;
  /** Smallest units of the token. */
  token: bigint;
  /** What is left of what costs nothing. */
  bandwidth: number;
  energy: number;
}

async function asked<S extends z.ZodType>(
  { context }: Pick<ChainReading, 'context'>,
  { ask, call, answer }: { ask: Ask; call: TronCall; answer: S },
): Promise<z.output<S>> {
  let said: unknown;
  try {
    said = await askTron(context, ask, call);
  } catch (error) {
    if (error instanceof TronFault) throw nonsense(error.message);
    throw error;
  }
  const read = answer.safeParse(said);
  if (!read.success) throw nonsense(`no answer to ${call.call}`);
  return read.data;
}

/** Nothing of it is asked of anybody. */
const nobody: Ask = () => Promise.reject(new TypeError('building asks nobody'));

/** A part of the id of a block, by which transactions name it. */
const REFERENCE = { bytes: [12, 16], hash: [16, 32] } as const;

export async function readCosts(chain: ChainReading): Promise<Costs> {
  const { pool, providers } = chain;
  const { parameters, head, solid } = await pool.work(providers, (ask) =>
    asked(chain, { ask, call: { call: 'costs' }, answer: zCosts }),
  );
  const parameter = (key: string): number => {
    const value = parameters.find((one) => one.key === key)?.value;
    if (value === undefined) throw nonsense(`the chain says nothing of ${key}`);
    return value;
  };
  return {
    energyFee: parameter('getEnergyFee'),
    bandwidthFee: parameter('getTransactionFee'),
    freeBandwidth: parameter('getFreeNetLimit'),
    accountFee: parameter('getCreateNewAccountFeeInSystemContract') + parameter('getCreateAccountFee'),
    reference: {
      // Of a solid block: no reorganisation takes away what names it.
      ref_block_bytes: solid.blockID.slice(...REFERENCE.bytes),
      ref_block_hash: solid.blockID.slice(...REFERENCE.hash),
    },
    time: head.block_header.raw_data.timestamp,
  };
}

export async function readAccount(chain: ChainReading, address: string): Promise<AccountFacts> {
  const { pool, providers, config } = chain;
  const call = { call: 'account', address, contract: config.contract } as const;
  const { account, resources, token } = await pool.work(providers, (ask) =>
    asked(chain, { ask, call, answer: zAccount }),
  );
  const left = (limit = 0, used = 0) => Math.max(0, limit - used);
  return {
    isActive: account.address !== undefined,
    trx: BigInt(account.balance ?? 0),
    token: BigInt(`0x${token}`),
    // Either all of it is paid by one of the two, or by none.
    bandwidth: Math.max(
      left(resources.freeNetLimit, resources.freeNetUsed),
      left(resources.NetLimit, resources.NetUsed),
    ),
    energy: left(resources.EnergyLimit, resources.EnergyUsed),
  };
}

interface TokenTransfer {
  from: string;
  to: string;
  value: string;
}

/** What an account has of the token, smallest units, that no reorganisation takes away. */
export async function readSolidToken(chain: ChainReading, address: string): Promise<bigint> {
  const { pool, providers, config } = chain;
  const call = { call: 'solid_token', address, contract: config.contract } as const;
  const { token } = await pool.work(providers, (ask) => asked(chain, { ask, call, answer: zToken }));
  return BigInt(`0x${token}`);
}

/** Energy of a transfer of the token; undefined: the contract would refuse it. */
export async function readEnergy(chain: ChainReading, transfer: TokenTransfer): Promise<number | undefined> {
  const { pool, providers, config } = chain;
  const call = { call: 'energy', contract: config.contract, ...transfer } as const;
  const { energy } = await pool.work(providers, (ask) => asked(chain, { ask, call, answer: zEnergy }));
  return energy ?? undefined;
}

interface Header {
  ref_block_bytes: string;
  ref_block_hash: string;
  timestamp: number;
  expiration: number;
}

export const buildToken = (
  chain: ChainReading,
  transfer: TokenTransfer & { fee_limit: number; header: Header },
): Promise<Built> =>
  asked(chain, {
    ask: nobody,
    call: { call: 'build_token', contract: chain.config.contract, ...transfer },
    answer: zBuilt,
  });

export const buildTrx = (
  chain: ChainReading,
  transfer: { from: string; to: string; sun: number; header: Header },
): Promise<Built> => asked(chain, { ask: nobody, call: { call: 'build_trx', ...transfer }, answer: zBuilt });

/** Whether a signature over bytes is that of an address. */
export const isSigned = (
  chain: ChainReading,
  signed: { raw_data_hex: string; txid: string; signature: string; from: string },
): Promise<boolean> =>
  asked(chain, { ask: nobody, call: { call: 'is_signed', ...signed }, answer: z.boolean() });

/** What another node may take all the same. */
const BUSY: readonly string[] = [
  ...['SERVER_BUSY', 'NO_CONNECTION', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED'],
];

/** Hands bytes to a node. @returns the code of its refusal; empty: it has them. `busy`: nobody takes them now, or nobody answered */
export async function broadcast(
  chain: ChainReading,
  {
    transaction,
    raw_data,
    raw_data_hex,
    signature,
  }: {
    transaction: string;
    raw_data: string;
    raw_data_hex: string;
    signature: string;
  },
): Promise<string> {
  const sent = JSON.stringify({
    visible: false,
    txID: transaction,
    raw_data: JSON.parse(raw_data) as unknown,
    raw_data_hex,
    signature: [signature],
  });
  try {
    return await chain.pool.work(chain.providers, async (ask) => {
      const call = { call: 'broadcast', transaction: sent } as const;
      const { result, code } = await asked(chain, { ask, call, answer: zBroadcast });
      if (result === true || code === 'DUP_TRANSACTION_ERROR') return '';
      if (BUSY.includes(String(code))) throw nonsense('busy');
      return String(code ?? 'OTHER_ERROR');
    });
  } catch (error) {
    // The answer may have been lost on its way: what comes to the chain is looked for by its id.
    if (error instanceof ProviderFault) return 'busy';
    throw error;
  }
}
