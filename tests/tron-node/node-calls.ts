import { type Charged, FREE_BANDWIDTH } from './accounts.ts';
import { acceptBroadcast } from './broadcast.ts';
import type { Block, Chain, Placed } from './chain.ts';
import { numberWord, textWords, toBase58, toHex } from './codec.ts';
import { energyOf } from './execute.ts';

/** Energy of what a test made, each transfer of it. */
const MADE_ENERGY = 64_285;

interface Asked {
  chain: Chain;
  /** Of `/walletsolidity`: nothing above the solid block is there. */
  isSolid: boolean;
  /** Newest block that is taken for solid. */
  solid: number;
  body: Record<string, unknown>;
}

const header = (block: Block) => ({
  blockID: block.id,
  block_header: {
    raw_data: {
      number: block.number,
      txTrieRoot: '0'.repeat(64),
      witness_address: `41${'0'.repeat(40)}`,
      parentHash: block.parent,
      version: 31,
      timestamp: block.timestamp,
    },
    witness_signature: '0'.repeat(130),
  },
});

/** The block that is the newest for the side that is asked. */
function newest({ chain, isSolid, solid }: Asked): Block {
  return isSolid ? (chain.blocks.find(({ number }) => number === solid) ?? chain.solid) : chain.head;
}

function placed({ chain, isSolid, solid, body }: Asked): Placed | undefined {
  const found = chain.find(String(body.value ?? '').toLowerCase());
  return found !== undefined && isSolid && found.block.number > solid ? undefined : found;
}

function information(asked: Asked) {
  const found = placed(asked);
  if (found === undefined) return {};
  const { transaction, block } = found;
  if (transaction.charged !== undefined) return chargedInformation(found, transaction.charged);
  const energy = MADE_ENERGY * Math.max(1, transaction.logs.length);
  const ENERGY_FEE = asked.chain.parameters.getEnergyFee;
  return {
    id: transaction.id,
    fee: energy * ENERGY_FEE,
    blockNumber: block.number,
    blockTimeStamp: block.timestamp,
    contractResult: [transaction.isFailed ? '' : numberWord(1)],
    contract_address: toHex(transaction.contract),
    receipt: {
      energy_fee: energy * ENERGY_FEE,
      energy_usage_total: energy,
      net_usage: 345,
      result: transaction.isFailed ? 'REVERT' : 'SUCCESS',
    },
    ...(transaction.isFailed
      ? { result: 'FAILED', resMessage: Buffer.from('REVERT opcode executed').toString('hex') }
      : { log: transaction.logs }),
  };
}

/** Of what was signed: what costs nothing is left out, as a node does, and TRX that moved has no result of a contract. */
function chargedInformation({ transaction, block }: Placed, charged: Charged) {
  const { fee, netFee, netUsage, energy, energyStaked, result } = charged;
  const isCall = transaction.contract !== '';
  return {
    id: transaction.id,
    ...(fee === 0 ? {} : { fee }),
    blockNumber: block.number,
    blockTimeStamp: block.timestamp,
    contractResult: [isCall && !transaction.isFailed ? numberWord(1) : ''],
    ...(isCall ? { contract_address: toHex(transaction.contract) } : {}),
    receipt: {
      ...(fee === netFee || !isCall ? {} : { energy_fee: fee - netFee }),
      ...(energyStaked === 0 ? {} : { energy_usage: energyStaked }),
      ...(energy === 0 ? {} : { energy_usage_total: energy }),
      ...(netFee === 0 ? {} : { net_fee: netFee }),
      ...(netUsage === 0 ? {} : { net_usage: netUsage }),
      ...(isCall ? { result } : {}),
    },
    ...(transaction.isFailed
      ? {
          result: 'FAILED',
          resMessage: Buffer.from(
            result === 'REVERT' ? 'REVERT opcode executed' : 'Not enough energy for operation',
          ).toString('hex'),
        }
      : transaction.logs.length === 0
        ? {}
        : { log: transaction.logs }),
  };
}

function transactionOf(asked: Asked) {
  const found = placed(asked);
  if (found === undefined) return {};
  const { transaction } = found;
  const contractRet = transaction.isFailed ? (transaction.charged?.result ?? 'REVERT') : 'SUCCESS';
  const result = [{ contractRet }];
  if (transaction.sent !== undefined) return { ret: result, ...transaction.sent };
  const parameter = {
    value: { owner_address: toHex(transaction.owner), contract_address: toHex(transaction.contract) },
    type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
  };
  return {
    ret: result,
    signature: ['0'.repeat(130)],
    txID: transaction.id,
    raw_data: { contract: [{ parameter, type: 'TriggerSmartContract' }], timestamp: found.block.timestamp },
    raw_data_hex: '',
  };
}

/** What a contract of a token returns to those who only ask. */
function constant(asked: Asked) {
  const { chain, body } = asked;
  const refused = (message: string) => ({
    result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from(message).toString('hex') },
  });
  let address: string;
  try {
    address = toBase58(toHex(String(body.contract_address ?? '')));
  } catch {
    return refused('Contract validate error : Invalid contract address');
  }
  const token = chain.tokens.get(address);
  if (token === undefined) return refused('Contract validate error : Smart contract is not exist.');
  const returned: Record<string, () => string> = {
    'decimals()': () => numberWord(token.decimals),
    'symbol()': () => textWords(token.symbol),
    'name()': () => textWords(token.name),
    'balanceOf(address)': () => numberWord(balanceOf(asked, address)),
    'transfer(address,uint256)': () => numberWord(1),
  };
  const words = returned[String(body.function_selector)];
  const transfer = transferOf(asked);
  if (words === undefined || transfer?.isReverted === true)
    return {
      result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
      energy_used: transfer?.energy ?? 0,
      constant_result: [''],
    };
  return {
    result: { result: true },
    energy_used: transfer?.energy ?? 400,
    constant_result: [words()],
    transaction: { ret: [{}], visible: false, txID: '', raw_data: { contract: [] }, raw_data_hex: '' },
  };
}

/** What a transfer that is only asked about would take; undefined: something else is asked. */
function transferOf({ chain, body }: Asked) {
  const parameter = String(body.parameter ?? '');
  if (body.function_selector !== 'transfer(address,uint256)' || parameter.length !== 128) return undefined;
  return energyOf(chain, {
    contract: toBase58(toHex(String(body.contract_address))),
    owner: toBase58(toHex(String(body.owner_address))),
    to: toBase58(`41${parameter.slice(24, 64)}`),
    value: BigInt(`0x${parameter.slice(64)}`),
  });
}

function estimate(asked: Asked) {
  const transfer = transferOf(asked);
  if (transfer?.isReverted === true)
    return {
      result: { code: 'CONTRACT_EXE_ERROR', message: Buffer.from('REVERT opcode executed').toString('hex') },
    };
  return { result: { result: true }, energy_required: transfer?.energy ?? MADE_ENERGY };
}

function balanceOf({ chain, isSolid, solid, body }: Asked, contract: string): bigint {
  const owner = toBase58(`41${String(body.parameter ?? '').slice(-40)}`);
  const balance = (isSolid ? chain.accountsAt(solid) : chain.accounts).token(contract, owner);
  return balance < 0n ? 0n : balance;
}

/** Accounts are made by the first TRX that comes to them; a token makes none. */
function account({ chain, body }: Asked) {
  const hex = toHex(String(body.address ?? ''));
  const found = chain.accounts.find(toBase58(hex));
  if (found === undefined) return {};
  const balance = Number(found.trx);
  return { address: hex, ...(balance === 0 ? {} : { balance }), create_time: found.created };
}

function resources({ chain, body }: Asked) {
  const address = toBase58(toHex(String(body.address ?? '')));
  if (!chain.accounts.has(address)) return {};
  const left = chain.accounts.resources(address, chain.head.timestamp);
  return {
    ...(left.freeNetUsed === 0 ? {} : { freeNetUsed: left.freeNetUsed }),
    freeNetLimit: FREE_BANDWIDTH,
    ...(left.bandwidth === 0 ? {} : { NetLimit: left.bandwidth }),
    ...(left.energyUsed === 0 ? {} : { EnergyUsed: left.energyUsed }),
    ...(left.energyLimit === 0 ? {} : { EnergyLimit: left.energyLimit }),
    TotalNetLimit: 43_200_000_000,
    TotalEnergyLimit: 180_000_000_000,
  };
}

const parameters = ({ chain }: Asked) => ({
  chainParameter: Object.entries(chain.parameters).map(([key, value]) => ({ key, value })),
});

/** Calls of a node by their last name. Those that a solid node does not have are in `ONLY_FULL`. */
export const NODE_CALLS: Readonly<Record<string, (asked: Asked) => unknown>> = {
  getnowblock: (asked) => header(newest(asked)),
  getblock: (asked) => header(newest(asked)),
  getblockbynum: (asked) => {
    const found = asked.chain.blocks.find(({ number }) => number === Number(asked.body.num));
    return found === undefined || (asked.isSolid && found.number > asked.solid) ? {} : header(found);
  },
  gettransactioninfobyid: information,
  gettransactionbyid: transactionOf,
  triggerconstantcontract: constant,
  getaccount: account,
  getaccountresource: resources,
  estimateenergy: estimate,
  getchainparameters: parameters,
  getcontract: ({ chain, body }) => {
    const token = chain.tokens.get(toBase58(toHex(String(body.value ?? ''))));
    if (token === undefined) return {};
    return { contract_address: toHex(token.address), name: token.name, abi: { entrys: [] }, bytecode: '' };
  },
  broadcasttransaction: ({ chain, body }) => acceptBroadcast(chain, body),
};

export const ONLY_FULL: ReadonlySet<string> = new Set([
  'getaccountresource',
  'estimateenergy',
  'getchainparameters',
  'getcontract',
  'broadcasttransaction',
]);
