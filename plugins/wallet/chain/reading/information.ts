import { z } from 'zod';
import { addressOfHex } from '../addresses/tron-address.ts';
import { ProviderFault } from '../providers/fault.ts';

/** `Transfer(address,address,uint256)` as logs name it. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const zWord = z.string().regex(/^[0-9a-f]{64}$/);

const zInformation = z.object({
  id: zWord,
  blockNumber: z.int().min(0),
  blockTimeStamp: z.int().min(0),
  fee: z.int().min(0).optional(),
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }),
  log: z
    .array(
      z.object({ address: z.string(), topics: z.array(z.string()).default([]), data: z.string().optional() }),
    )
    .optional(),
});

/** A move of a token as a solid block has it. */
export interface ChainTransfer {
  /** Its place among all logs of the transaction: with the transaction it is one of a kind. */
  index: number;
  contract: string;
  from: string;
  to: string;
  value: bigint;
}

/** A transaction in a solid block. */
export interface SolidTransaction {
  id: string;
  block: number;
  /** Milliseconds since 1970, by the chain's clock. */
  time: number;
  isFailed: boolean;
  transfers: ChainTransfer[];
  /** The same of what moves TRX and calls no contract: such a one has no result unless it failed. */
  isRefused: boolean;
  /** Of the call, as the chain says it; empty: none was called. */
  result: string;
  /** What was burned for it, sun. */
  fee: number;
}

/** What was answered of one matter is not what a node answers: somebody else is asked of it, and of other matters it is asked as before. */
export const nonsense = (message: string): ProviderFault => new ProviderFault('nonsense', 0, message);

/**
 * What a node says of a transaction; undefined: no solid block has it.
 * @throws ProviderFault for an answer that is none, or is about another transaction
 */
export function readInformation(answer: unknown, transaction: string): SolidTransaction | undefined {
  if (typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0) return undefined;
  const read = zInformation.safeParse(answer);
  if (!read.success || read.data.id !== transaction) throw nonsense('no information of the transaction');
  const { id, blockNumber, blockTimeStamp, result, receipt, log = [], fee = 0 } = read.data;
  const isFailed = receipt.result !== 'SUCCESS' || result === 'FAILED';
  const transfers: ChainTransfer[] = [];
  // Logs of what failed are none, whoever tells of them.
  if (!isFailed)
    for (const [index, { address, topics, data = '' }] of log.entries()) {
      const [topic, from = '', to = ''] = topics;
      if (topic !== TRANSFER_TOPIC || topics.length !== 3 || !zWord.safeParse(data).success) continue;
      if (![from, to].every((word) => zWord.safeParse(word).success) || !/^[0-9a-f]{40}$/.test(address))
        throw nonsense('a log without addresses');
      transfers.push({
        index,
        contract: addressOfHex(address),
        from: addressOfHex(from),
        to: addressOfHex(to),
        value: BigInt(`0x${data}`),
      });
    }
  const isRefused = result === 'FAILED' || !['SUCCESS', undefined].includes(receipt.result);
  return {
    id,
    block: blockNumber,
    time: blockTimeStamp,
    isFailed,
    transfers,
    isRefused,
    result: receipt.result ?? '',
    fee,
  };
}

/** Whether two say the same of a transaction. */
export function isSame(one: SolidTransaction, other: SolidTransaction): boolean {
  const told = ({ id, block, time, isFailed, transfers }: SolidTransaction) =>
    JSON.stringify([
      ...[id, block, time, isFailed],
      transfers.map(({ index, contract, from, to, value }) => [index, contract, from, to, String(value)]),
    ]);
  return told(one) === told(other);
}

const zBlock = z.object({
  blockID: zWord,
  block_header: z.object({
    raw_data: z.object({ number: z.int().min(0), timestamp: z.int().min(0) }),
  }),
});

export interface Heads {
  head: number;
  solid: number;
  /** Of the solid block, milliseconds since 1970. */
  time: number;
}

/** The newest block and the newest solid one. @throws ProviderFault for what is neither */
export function readHeads(answer: unknown): Heads {
  const read = z.object({ head: zBlock, solid: zBlock }).safeParse(answer);
  if (!read.success) throw nonsense('no blocks');
  const { head, solid } = read.data;
  const { number, timestamp } = solid.block_header.raw_data;
  return { head: head.block_header.raw_data.number, solid: number, time: timestamp };
}
