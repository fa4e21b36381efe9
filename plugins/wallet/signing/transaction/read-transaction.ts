import { bytesToHex } from '@noble/hashes/utils.js';
import { addressOf } from '../../chain/addresses/tron-address.ts';
import { bytesAt, NotRead, numberAt, readMessage } from './read-message.ts';

/** What is signed here, and nothing else: TRX from one to another, or the token's `transfer(address,uint256)`. */
export type Transfer = {
  from: string;
  receiver: string;
  /** Sun of TRX, or the token's smallest part. */
  amount: bigint;
  /** Milliseconds since 1970. */
  expiration: number;
} & ({ kind: 'trx' } | { kind: 'token'; contract: string; feeLimit: bigint });

// protocol.Transaction.raw, .Contract, TransferContract and TriggerSmartContract (java-tron, core/Tron.proto). Left out on
// purpose: auths, a memo, scripts, who else may sign, TRX or TRC10 tokens sent along with a call.
const RAW = { 1: 'bytes', 4: 'bytes', 8: 'number', 11: 'bytes', 14: 'number', 18: 'number' } as const;
const CONTRACT = { 1: 'number', 2: 'bytes' } as const;
const ANY = { 1: 'bytes', 2: 'bytes' } as const;
const TRX = { 1: 'bytes', 2: 'bytes', 3: 'number' } as const;
const CALL = { 1: 'bytes', 2: 'bytes', 4: 'bytes' } as const;
const [TRX_TYPE, CALL_TYPE] = [1n, 31n];
const TYPE_URL = 'type.googleapis.com/protocol.';
/** First four bytes of keccak256 of `transfer(address,uint256)`. */
const TRANSFER = 'a9059cbb';
const [ADDRESS_BYTES, WORD] = [21, 32];
const PREFIX = 0x41;

/** Reads raw data. @throws NotRead for anything that is not exactly one of the two transfers */
export function readTransaction(raw: Uint8Array): Transfer {
  const message = readMessage(raw, RAW);
  const [REF_BYTES, REF_HASH] = [2, 8];
  bytesAt(message, 1, REF_BYTES);
  bytesAt(message, 4, REF_HASH);
  const expiration = Number(numberAt(message, 8));
  const feeLimit = numberAt(message, 18);
  const contract = readMessage(bytesAt(message, 11), CONTRACT);
  const parameter = readMessage(bytesAt(contract, 2), ANY);
  const type = numberAt(contract, 1);
  const url = new TextDecoder().decode(bytesAt(parameter, 1));
  const value = bytesAt(parameter, 2);
  if (type === TRX_TYPE && url === `${TYPE_URL}TransferContract`) {
    if (feeLimit !== 0n) throw new NotRead('TRX has no fee limit');
    return { kind: 'trx', ...readTrx(value), expiration };
  }
  if (type === CALL_TYPE && url === `${TYPE_URL}TriggerSmartContract`)
    return { kind: 'token', ...readCall(value), expiration, feeLimit };
  throw new NotRead('another kind of transaction');
}

function readTrx(value: Uint8Array) {
  const message = readMessage(value, TRX);
  return {
    from: addressAt(bytesAt(message, 1)),
    receiver: addressAt(bytesAt(message, 2)),
    amount: positive(numberAt(message, 3)),
  };
}

function readCall(value: Uint8Array) {
  const message = readMessage(value, CALL);
  const data = bytesAt(message, 4, 4 + 2 * WORD);
  if (bytesToHex(data.subarray(0, 4)) !== TRANSFER) throw new NotRead('another call of the token');
  const receiver = data.subarray(4, 4 + WORD);
  // Twelve bytes ahead of an account say nothing; some write 41 there, as of an address.
  const ahead = bytesToHex(receiver.subarray(0, 12));
  if (ahead !== '0'.repeat(24) && ahead !== `${'0'.repeat(22)}41`) throw new NotRead('no receiver');
  return {
    from: addressAt(bytesAt(message, 1)),
    contract: addressAt(bytesAt(message, 2)),
    receiver: addressOf(receiver.subarray(12)),
    amount: positive(BigInt(`0x${bytesToHex(data.subarray(4 + WORD))}`)),
  };
}

function addressAt(bytes: Uint8Array): string {
  if (bytes.length !== ADDRESS_BYTES || bytes[0] !== PREFIX) throw new NotRead('no address of Tron');
  return addressOf(bytes.subarray(1));
}

function positive(amount: bigint): bigint {
  if (amount <= 0n) throw new NotRead('nothing is sent');
  return amount;
}
