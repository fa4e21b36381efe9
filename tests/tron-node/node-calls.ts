import { acceptBroadcast } from './broadcast.ts';
import type { Block, Chain, Placed } from './chain.ts';
import { numberWord, textWords, toBase58, toHex } from './codec.ts';

/** Energy that a transfer of the token takes to somebody who has some already. */
const TRANSFER_ENERGY = 64_285;
const ENERGY_FEE = 100;

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
  const energy = TRANSFER_ENERGY * Math.max(1, transaction.logs.length);
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

function transactionOf(asked: Asked) {
  const found = placed(asked);
  if (found === undefined) return {};
  const { transaction } = found;
  const result = [{ contractRet: transaction.isFailed ? 'REVERT' : 'SUCCESS' }];
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
    'balanceOf(address)': () => numberWord(balanceOf(chain, address, String(body.parameter ?? ''))),
    'transfer(address,uint256)': () => numberWord(1),
  };
  const words = returned[String(body.function_selector)];
  if (words === undefined)
    return {
      result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
      energy_used: 0,
      constant_result: [''],
    };
  return {
    result: { result: true },
    energy_used: body.function_selector === 'transfer(address,uint256)' ? TRANSFER_ENERGY : 400,
    constant_result: [words()],
    transaction: { ret: [{}], visible: false, txID: '', raw_data: { contract: [] }, raw_data_hex: '' },
  };
}

function balanceOf(chain: Chain, contract: string, parameter: string): bigint {
  const [word, place] = [parameter.slice(-40), toHex(contract).slice(2)];
  let balance = 0n;
  for (const { transaction } of chain.placed())
    for (const log of transaction.logs) {
      if (log.address !== place) continue;
      if (log.topics[2]?.endsWith(word)) balance += BigInt(`0x${log.data}`);
      if (log.topics[1]?.endsWith(word)) balance -= BigInt(`0x${log.data}`);
    }
  return balance < 0n ? 0n : balance;
}

function account({ chain, body }: Asked) {
  const address = String(body.address ?? '');
  const hex = toHex(address);
  // Accounts are made by the first money that comes to them.
  for (const { transaction } of chain.placed()) {
    const isKnown = transaction.logs.some(({ topics }) =>
      topics.some((topic) => topic.endsWith(hex.slice(2))),
    );
    if (isKnown) return { address: hex, balance: 10_000_000, create_time: chain.blocks[0]?.timestamp };
  }
  return {};
}

const parameters = () => ({
  chainParameter: [
    { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
    { key: 'getTransactionFee', value: 1_000 },
    { key: 'getEnergyFee', value: ENERGY_FEE },
    { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
  ],
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
  getaccountresource: () => ({ freeNetLimit: 600, TotalNetLimit: 43_200_000_000 }),
  estimateenergy: () => ({ result: { result: true }, energy_required: TRANSFER_ENERGY }),
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
