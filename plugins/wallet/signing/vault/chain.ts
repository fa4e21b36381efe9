import { createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Deed, zDeed } from './deeds.ts';
import { writeDurably } from './keys-file.ts';

const FILE = 'chain.jsonl';
/** How far the chain is at least: without it lines could be cut off its end unseen. */
const HEAD = 'head.json';
const START = '0'.repeat(64);

const zLine = z.strictObject({
  seq: z.int(),
  /** ISO 8601; never before that of the line before. */
  time: z.iso.datetime(),
  before: z.string(),
  did: zDeed,
  hash: z.string(),
});
export type Line = z.infer<typeof zLine>;
const zHead = z.strictObject({ seq: z.int(), hash: z.string(), proof: z.string() });

/** Lines were changed, left out, put in or cut off. */
export class ChainBroken extends Error {
  override readonly name = 'ChainBroken';
}

export interface Chain {
  head(): string;
  /** Milliseconds; never before what was done last. */
  now(): number;
  /** On the disk when it returns. */
  append(did: Deed): Line;
}

/**
 * Reads all that was done, each line held against the one before it and against the key that only the signer has, so that
 * whoever can write the file cannot write a line.
 * @param take called with each line, in their order
 * @param now milliseconds; a clock that was put back does not make time go back here
 * @throws ChainBroken naming the first line that is not right
 */
export function openChain(options: {
  directory: string;
  key: Uint8Array;
  now(): number;
  take(line: Line): void;
}): Chain {
  const { directory, key, now, take } = options;
  const path = join(directory, FILE);
  const prove = (value: unknown) => createHmac('sha256', key).update(JSON.stringify(value)).digest('hex');
  const hashOf = ({ seq, time, before, did }: Omit<Line, 'hash'>) => prove([seq, time, before, did]);
  const headPath = join(directory, HEAD);
  const least = readHead();

  let last = { seq: 0, time: '', hash: START };
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  // What was cut off in the middle by the end of the process was answered to nobody.
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1);
  for (const text of whole.toString('utf8').split('\n').slice(0, -1)) {
    const { line, written } = readLine(text, last.seq + 1);
    if (line.seq !== last.seq + 1 || line.before !== last.hash || !isSame(line.hash, hashOf(written)))
      throw new ChainBroken(`line ${last.seq + 1} is not what was written`);
    if (line.seq === least?.seq && line.hash !== least.hash)
      throw new ChainBroken(`line ${line.seq} is another one`);
    last = { seq: line.seq, time: line.time, hash: line.hash };
    take(line);
  }
  if (least !== undefined && last.seq < least.seq)
    throw new ChainBroken(`lines ${last.seq + 1} to ${least.seq} are missing`);
  let end = whole.length;

  function readHead() {
    if (!existsSync(headPath)) return undefined;
    const read = zHead.safeParse(parse(readFileSync(headPath, 'utf8')));
    if (!read.success || !isSame(read.data.proof, prove(['head', read.data.seq, read.data.hash])))
      throw new ChainBroken('head.json is not what was written');
    return read.data;
  }

  const current = () => Math.max(now(), last.time === '' ? 0 : Date.parse(last.time));
  return {
    head: () => last.hash,
    now: current,
    append(did) {
      const time = new Date(current()).toISOString();
      const unproved = { seq: last.seq + 1, time, before: last.hash, did };
      const line: Line = { ...unproved, hash: hashOf(unproved) };
      const written = Buffer.from(`${JSON.stringify(line)}\n`);
      const file = openSync(path, existsSync(path) ? 'r+' : 'w', 0o600);
      try {
        ftruncateSync(file, end);
        writeSync(file, written, 0, written.length, end);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      end += written.length;
      last = { seq: line.seq, time, hash: line.hash };
      const head = { seq: line.seq, hash: line.hash };
      writeDurably(headPath, JSON.stringify({ ...head, proof: prove(['head', head.seq, head.hash]) }));
      take(line);
      return line;
    },
  };
}

/** A line, and as it was written: a schema puts fields into its own order. */
function readLine(text: string, seq: number): { line: Line; written: Line } {
  const written = parse(text);
  const read = zLine.safeParse(written);
  if (!read.success) throw new ChainBroken(`line ${seq} is not what was written`);
  return { line: read.data, written: written as Line };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
