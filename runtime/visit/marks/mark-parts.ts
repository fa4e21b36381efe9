import mongoose, { type mongo } from 'mongoose';
import type { MarkPartDocument, MarkRun } from '../store/marks.ts';
import { type BlockIndex, wordsOfBlock } from './mark-index.ts';
import { MARK_LAYOUT, type MarkRows, type RowLayout } from './mark-rows.ts';

const { Binary } = mongoose.mongo;
/** Blocks whose index is one document: about 900 KB. */
export const INDEX_BLOCKS = 4096;
const NUMBER_LENGTH = 8;

const numbered = (number: number): string => String(number).padStart(NUMBER_LENGTH, '0');
export const blockId = (run: mongo.ObjectId, block: number): string =>
  `${run.toHexString()}:${numbered(block)}`;
const indexId = (run: mongo.ObjectId, part: number): string => `${run.toHexString()}:i${numbered(part)}`;

/** All parts of a run. */
export const partsOf = (run: mongo.ObjectId): mongo.Filter<MarkPartDocument> => ({
  _id: { $gte: `${run.toHexString()}:`, $lt: `${run.toHexString()};` },
});

export function toBinary({ buffer, byteOffset, byteLength }: Uint32Array<ArrayBuffer>): mongo.Binary {
  return new Binary(Buffer.from(buffer, byteOffset, byteLength));
}

export function wordsOf(binary: mongo.Binary): MarkRows {
  // Where a driver puts bytes they do not begin at a word.
  const bytes = new Uint8Array(binary.position);
  bytes.set(binary.buffer.subarray(0, binary.position));
  return new Uint32Array(bytes.buffer);
}

/** The documents of some of a run's blocks, the first of them the `from`th. */
export const blockParts = (run: mongo.ObjectId, blocks: readonly MarkRows[], from = 0): MarkPartDocument[] =>
  blocks.map((rows, index) => ({ _id: blockId(run, from + index), v: toBinary(rows) }));

/** The documents of a run's index. */
export function indexParts(run: mongo.ObjectId, index: Omit<BlockIndex, 'keyWords'>): MarkPartDocument[] {
  const { blocks, words } = index;
  const stride = wordsOfBlock(index);
  const parts: MarkPartDocument[] = [];
  for (let start = 0; start < blocks; start += INDEX_BLOCKS)
    parts.push({
      _id: indexId(run, start / INDEX_BLOCKS),
      v: toBinary(words.slice(start * stride, (start + INDEX_BLOCKS) * stride)),
    });
  return parts;
}

export const indexIds = ({ id, blocks }: MarkRun): string[] =>
  Array.from({ length: Math.ceil(blocks / INDEX_BLOCKS) }, (_, part) => indexId(id, part));

/** A run's index from its documents. @throws where one is missing */
export function readIndex(
  run: MarkRun,
  parts: ReadonlyMap<string, mongo.Binary>,
  { keyWords }: RowLayout = MARK_LAYOUT,
): BlockIndex {
  const read = indexIds(run).map((id) => {
    const part = parts.get(id);
    if (part === undefined) throw new Error(`the index of the marks ${id} is missing`);
    return wordsOf(part);
  });
  const words = new Uint32Array(read.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const some of read) {
    words.set(some, at);
    at += some.length;
  }
  return { blocks: run.blocks, words, keyWords };
}
