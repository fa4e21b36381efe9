import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const check = createBase58check(sha256);
/** Address as its 21 bytes. */
export const bytesOf = (address: string): Uint8Array => check.decode(address);

export type Part = readonly [field: number, value: bigint | Uint8Array];

const varint = (value: bigint): number[] =>
  value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...varint(value >> 7n)];

/** A message of protobuf, of exactly these fields in this order. */
export function message(parts: readonly Part[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([field, value]) =>
      typeof value === 'bigint'
        ? [...varint(BigInt(field) << 3n), ...varint(value)]
        : [...varint((BigInt(field) << 3n) | 2n), ...varint(BigInt(value.length)), ...value],
    ),
  );
}

const text = (value: string) => new TextEncoder().encode(value);
const word = (hex: string) => hexToBytes(hex.padStart(64, '0'));

export interface BuiltTransfer {
  from: string;
  receiver: string;
  amount: bigint;
  expiration: number;
  contract?: string;
  feeLimit?: bigint;
}

/** Parts of raw data, for tests that change one of them. */
export function rawParts(transfer: BuiltTransfer): Part[] {
  const { from, receiver, amount, expiration, contract, feeLimit } = transfer;
  const inner =
    contract === undefined
      ? message([
          [1, bytesOf(from)],
          [2, bytesOf(receiver)],
          [3, amount],
        ])
      : message([
          [1, bytesOf(from)],
          [2, bytesOf(contract)],
          [4, callData(receiver, amount)],
        ]);
  const name = contract === undefined ? 'TransferContract' : 'TriggerSmartContract';
  const parameter = message([
    [1, text(`type.googleapis.com/protocol.${name}`)],
    [2, inner],
  ]);
  return [
    [1, Uint8Array.of(1, 2)],
    [4, new Uint8Array(8).fill(7)],
    [8, BigInt(expiration)],
    [
      11,
      message([
        [1, contract === undefined ? 1n : 31n],
        [2, parameter],
      ]),
    ],
    [14, BigInt(expiration - 60_000)],
    ...(feeLimit === undefined ? [] : [[18, feeLimit] as const]),
  ];
}

export const callData = (receiver: string, amount: bigint): Uint8Array =>
  Uint8Array.from([
    ...hexToBytes('a9059cbb'),
    ...word(Buffer.from(bytesOf(receiver).subarray(1)).toString('hex')),
    ...word(amount.toString(16)),
  ]);

export const buildRaw = (transfer: BuiltTransfer): string =>
  Buffer.from(message(rawParts(transfer))).toString('hex');
