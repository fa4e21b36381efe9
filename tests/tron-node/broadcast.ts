import type { utils as TronUtils, TronWeb as TronWebClass } from 'tronweb';
import type { Chain } from './chain.ts';
import { sha256, toBase58 } from './codec.ts';

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
    contract: { type: string; parameter: { value: Record<string, string> } }[];
  };
  signature?: string[];
}

/** Takes a signed transaction in as a node does: what is wrong with it is 200 with a code, and nothing has happened. */
export function acceptBroadcast(chain: Chain, body: Record<string, unknown>): Record<string, unknown> {
  const sent = body as unknown as Signed;
  const { txID = '', raw_data_hex = '', raw_data, signature = [] } = sent;
  const no = (code: string, message: string) => refused(code, message, txID);
  if (raw_data?.contract?.[0] === undefined) return no('OTHER_ERROR', 'No contract');
  if (sha256(Buffer.from(raw_data_hex, 'hex')) !== txID || !utils.transaction.txCheck(body as never))
    return no('OTHER_ERROR', 'the id is not that of the bytes');
  if (chain.find(txID) !== undefined || chain.pool.some(({ id }) => id === txID))
    return no('DUP_TRANSACTION_ERROR', 'Dup transaction.');
  if (raw_data.expiration <= chain.head.timestamp)
    return no('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired');
  if (raw_data.expiration > chain.head.timestamp + LONGEST_MS)
    return no('TRANSACTION_EXPIRATION_ERROR', 'Transaction expiration is too far ahead');
  if (!isReferenceKnown(chain, raw_data)) return no('TAPOS_ERROR', 'Tapos check error');
  const { type, parameter } = raw_data.contract[0];
  const owner = toBase58(String(parameter.value.owner_address));
  const [first] = signature;
  if (first === undefined || signer(txID, first) !== owner) return no('SIGERROR', 'Validate signature error');
  if (type !== 'TriggerSmartContract') return no('CONTRACT_VALIDATE_ERROR', 'only contracts are called here');
  const contract = toBase58(String(parameter.value.contract_address));
  const data = String(parameter.value.data ?? '');
  if (!chain.tokens.has(contract) || !data.startsWith(TRANSFER_CALL) || data.length !== 8 + 128)
    return no('CONTRACT_VALIDATE_ERROR', 'Smart contract is not exist.');
  const to = toBase58(`41${data.slice(8 + 24, 8 + 64)}`);
  const value = BigInt(`0x${data.slice(8 + 64)}`).toString();
  chain.pool.push({
    ...{ id: txID, contract, owner, isFailed: false },
    logs: [chain.log({ contract, from: owner, to, value })],
    attempted: [],
    sent: body,
  });
  return { result: true, txid: txID };
}

function isReferenceKnown(chain: Chain, raw: Signed['raw_data']): boolean {
  return chain.blocks.some(
    ({ id }) => id.slice(12, 16) === raw.ref_block_bytes && id.slice(16, 32) === raw.ref_block_hash,
  );
}

function signer(txID: string, signature: string): string | undefined {
  try {
    return TronWeb.address.fromHex(utils.crypto.ecRecover(txID, signature));
  } catch {
    return undefined;
  }
}
