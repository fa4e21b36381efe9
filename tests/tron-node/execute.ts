import type { Accounts, ChainParameters, Charged, MovedTrx } from './accounts.ts';

/** Energy of a transfer of the token to somebody who has some already, to somebody who has none, and of one that is refused. */
const TRANSFER_ENERGY = 64_285;
const FIRST_ENERGY = 130_285;
const REVERT_ENERGY = 3_210;
/** Bytes of a transaction beside its raw data: the signature, and room for the result. */
const AROUND_BYTES = 134;

/** What a transaction is executed on. */
export interface ChainState {
  readonly accounts: Accounts;
  readonly parameters: ChainParameters;
}

/** What somebody has signed and broadcast. */
export interface Asked {
  kind: 'token' | 'trx';
  owner: string;
  to: string;
  value: bigint;
  /** Of the token; empty for TRX. */
  contract: string;
  feeLimit: number;
  expiration: number;
  /** Of the block that it names: without it on the chain it counts nowhere. */
  reference: { bytes: string; hash: string };
  /** Bytes of its raw data. */
  size: number;
}

/** Why a node does not take a transaction. */
export interface Refusal {
  code: string;
  message: string;
}

/** Energy that a transfer would take now, and whether it would come to an end. */
export function energyOf(
  chain: ChainState,
  { contract, owner, to, value }: Pick<Asked, 'contract' | 'owner' | 'to' | 'value'>,
): { energy: number; isReverted: boolean } {
  const isReverted = chain.accounts.token(contract, owner) < value;
  if (isReverted) return { energy: REVERT_ENERGY, isReverted };
  return { energy: chain.accounts.token(contract, to) > 0n ? TRANSFER_ENERGY : FIRST_ENERGY, isReverted };
}

/** Executes a transaction on the newest state, as of a time, and says whether the token has moved; or why it cannot stand in a block. */
export function execute(
  chain: ChainState,
  asked: Asked,
  time: number,
): { charged: Charged; hasMoved: boolean } | Refusal {
  const { accounts, parameters } = chain;
  const { owner, to, value } = asked;
  if (!accounts.has(owner))
    return {
      code: 'CONTRACT_VALIDATE_ERROR',
      message: `Contract validate error : Account ${owner} not exists`,
    };
  const bytes = asked.size + AROUND_BYTES;
  const resources = accounts.resources(owner, time);
  if (asked.kind === 'trx') {
    const isNew = !accounts.has(to);
    const hasBandwidth = resources.bandwidth >= bytes;
    const created = isNew
      ? parameters.getCreateNewAccountFeeInSystemContract +
        (hasBandwidth ? 0 : parameters.getCreateAccountFee)
      : 0;
    // What makes an account is not covered by the bandwidth that everybody has.
    const isFree = isNew ? hasBandwidth : resources.net >= bytes;
    const netFee = isNew || isFree ? 0 : bytes * parameters.getTransactionFee;
    const fee = created + netFee;
    const system = isNew ? parameters.getCreateNewAccountFeeInSystemContract : 0;
    if (accounts.trx(owner) < value + BigInt(system))
      return {
        code: 'CONTRACT_VALIDATE_ERROR',
        message: 'Contract validate error : Validate TransferContract error, balance is not sufficient.',
      };
    if (accounts.trx(owner) < value + BigInt(fee)) return poor;
    const moved: MovedTrx[] = [{ from: owner, to, amount: value }];
    const netUsage = isFree ? bytes : 0;
    return {
      charged: { result: 'SUCCESS', fee, netFee, netUsage, energy: 0, energyStaked: 0, moved },
      hasMoved: false,
    };
  }
  const isFree = resources.net >= bytes;
  const netFee = isFree ? 0 : bytes * parameters.getTransactionFee;
  const left = Number(accounts.trx(owner)) - netFee;
  if (left < 0) return poor;
  const { energy: wanted, isReverted } = energyOf(chain, asked);
  const price = parameters.getEnergyFee;
  const budget = resources.energy + Math.floor(Math.min(asked.feeLimit, left) / price);
  const energy = Math.min(wanted, budget);
  const energyStaked = Math.min(energy, resources.energy);
  const result = energy < wanted ? 'OUT_OF_ENERGY' : isReverted ? 'REVERT' : 'SUCCESS';
  return {
    charged: {
      result,
      energy,
      energyStaked,
      netFee,
      netUsage: isFree ? bytes : 0,
      moved: [],
      fee: netFee + (energy - energyStaked) * price,
    },
    hasMoved: result === 'SUCCESS',
  };
}

const poor: Refusal = { code: 'BANDWITH_ERROR', message: 'Account resource insufficient error.' };
