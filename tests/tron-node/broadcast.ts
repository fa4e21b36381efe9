import type { utils as TronUtils, TronWeb as TronWebClass } from 'tronweb';
import type { Chain } from './chain.ts';
import { sha256, toBase58 } from './codec.ts';
import { type Asked, execute } from './execute.ts';

const { TronWeb, utils } = require('tronweb') as {
  TronWeb: typeof TronWebClass;
  utils: typeof TronUtils;
};

/** `transfer(address,uint256)`. */
const TRANSFER_CALL = 'a9059cbb';
/** Milliseconds that a transaction may lie ahead, as a node has it. */
const LONGEST_MS = 24 * 60 * 60 * 1_000;

const refused = (code: string, message: string, txid: string) => ({
  code,
  txid,
  message: Buffer.from(message).toString('hex'),
});

interface Signed {
  txID: string;
  raw_data_hex: string;
  raw_data: {
    expiration: number;
    ref_block_bytes: string;
    ref_block_hash: string;
    fee_limit?: number;
    contract: { type: string; parameter: { value: Record<string, string | number> } }[];
  };
  signature?: string[];
}

/**
 * Takes a signed transaction in as a node does: what is wrong with it is 200 with a code, and nothing has happened. In the order of
 * java-tron: the pool, what is known already, the signature, the block that it names, its time, what it wants.
 */
export function acceptBroadcast(chain: Chain, body: Record<string, unknown>): Record<string, unknown> {
  const sent = body as unknown as Signed;
  const { txID = '', raw_data_hex = '', raw_data, signature = [] } = sent;
  const no = (code: string, message: string) => refused(code, message, txID);
  if (raw_data?.contract?.[0] === undefined) return no('OTHER_ERROR', 'No contract');
  if (sha256(Buffer.from(raw_data_hex, 'hex')) !== txID || !utils.transaction.txCheck(body as never))
    return no('OTHER_ERROR', 'the id is not that of the bytes');
  if (chain.pool.length >= chain.mostPooled)
    return no('SERVER_BUSY', 'Server is busy, too many pending transactions.');
  if (chain.find(txID) !== undefined || chain.pool.some(({ id }) => id === txID))
    return no('DUP_TRANSACTION_ERROR', 'Dup transaction.');
  const asked = readAsked(chain, sent);
  if (typeof asked === 'string') return no('CONTRACT_VALIDATE_ERROR', asked);
  const [first] = signature;
  if (first === undefined || signer(txID, first) !== asked.owner)
    return no('SIGERROR', 'Validate signature error: sig error');
  if (!chain.isReferenceKnown(asked)) return no('TAPOS_ERROR', 'Tapos check error');
  if (asked.expiration <= chain.head.timestamp || asked.expiration > chain.head.timestamp + LONGEST_MS)
    return no('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  const tried = execute(chain, asked, chain.head.timestamp);
  if ('code' in tried) return no(tried.code, tried.message);
  chain.pool.push({
    id: txID,
    contract: asked.contract,
    owner: asked.owner,
    isFailed: false,
    logs: [],
    attempted: [],
    asked,
    sent: body,
  });
  return { result: true, txid: txID };
}

/** What a transaction wants; a text: why nothing. */
function readAsked(chain: Chain, { raw_data_hex, raw_data }: Signed): Asked | string {
  const [contract] = raw_data.contract;
  const value = contract?.parameter.value ?? {};
  const owner = toBase58(String(value.owner_address));
  const common = {
    owner,
    feeLimit: raw_data.fee_limit ?? 0,
    expiration: raw_data.expiration,
    size: raw_data_hex.length / 2,
    reference: { bytes: raw_data.ref_block_bytes, hash: raw_data.ref_block_hash },
  };
  if (contract?.type === 'TransferContract') {
    const to = toBase58(String(value.to_address));
    if (to === owner) return 'Contract validate error : Cannot transfer TRX to yourself.';
    return { ...common, kind: 'trx', to, value: BigInt(value.amount ?? 0), contract: '' };
  }
  if (contract?.type !== 'TriggerSmartContract') return 'only transfers and contracts are called here';
  const called = toBase58(String(value.contract_address));
  const data = String(value.data ?? '');
  if (!chain.tokens.has(called)) return 'Contract validate error : Smart contract is not exist.';
  if (!data.startsWith(TRANSFER_CALL) || data.length !== 8 + 128) return 'only transfers are called here';
  const to = toBase58(`41${data.slice(8 + 24, 8 + 64)}`);
  return { ...common, kind: 'token', to, value: BigInt(`0x${data.slice(8 + 64)}`), contract: called };
}

function signer(txID: string, signature: string): string | undefined {
  try {
    return TronWeb.address.fromHex(utils.crypto.ecRecover(txID, signature));
  } catch {
    return undefined;
  }
}
