import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { KEY_KINDS } from '../signer.ts';
import { type Envelope, lockAnew, zEnvelope } from './envelope.ts';
import type { MasterKey } from './master-key.ts';

const FILE = 'keys.json';
const NEXT = 'keys.next.json';

const zKey = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  kind: z.enum(KEY_KINDS),
  address: z.string(),
  address_hex: z.string(),
  public_key: z.string(),
  xpub: z.string(),
  create_time: z.iso.datetime(),
  /** Null: only watched. */
  secret: zEnvelope.nullable(),
});
export type KeptKey = z.infer<typeof zKey>;

const zKeysFile = z.strictObject({
  version: z.literal(1),
  /** Id of the master key that locks all of it. */
  master: z.string(),
  /** By which the lines of what it did are known to be its own. */
  chain: zEnvelope,
  /** By which secrets are sealed on their way here: X25519. */
  seal: zEnvelope,
  keys: z.array(zKey),
});
export type KeysFile = z.infer<typeof zKeysFile>;

/** What each sealed thing belongs to. */
export const CHAIN = 'waypost signer: chain';
export const SEAL = 'waypost signer: seal';
export const belongsTo = (key: Pick<KeptKey, 'id' | 'kind' | 'address'>): string =>
  `waypost signer: ${key.kind} ${key.id} ${key.address}`;

const textOf = (file: KeysFile) => `${JSON.stringify(file, null, 1)}\n`;
const hashOfText = (text: string) => createHash('sha256').update(text).digest('hex');
/** Of what `writeNext` writes. */
export const hashOf = (file: KeysFile): string => hashOfText(textOf(file));

/** A file, and the hash of what stands in it. */
export interface ReadKeys {
  file: KeysFile;
  hash: string;
}

/** @throws Error when it is not what was written; undefined: there is none yet */
export function readKeys(directory: string): ReadKeys | undefined {
  return read(join(directory, FILE));
}

/** What was written and may not hold yet. @throws Error when it is not what was written */
export const readNext = (directory: string): ReadKeys | undefined => read(join(directory, NEXT));

/** Writes it beside the one that holds: it holds once the chain says so, and `takeNext` was called. */
export function writeNext(directory: string, file: KeysFile): void {
  writeDurably(join(directory, NEXT), textOf(file));
}

export function takeNext(directory: string): void {
  renameSync(join(directory, NEXT), join(directory, FILE));
  syncFolder(directory);
}

/** What holds by the chain: a process may have ended between writing and taking. @throws Error when neither is that */
export function readHolding(directory: string, hash: string): KeysFile {
  const kept = readKeys(directory);
  if (kept?.hash === hash) return kept.file;
  const next = readNext(directory);
  if (next?.hash !== hash) throw new Error('keys.json is not what the chain says');
  takeNext(directory);
  return next.file;
}

/** All of it under another master key. @throws Error when the first is not the one that locks it */
export function rotate(file: KeysFile, from: MasterKey, to: MasterKey): KeysFile {
  const anew = (envelope: Envelope, of: string) => lockAnew({ from: from.bytes, to: to.bytes }, envelope, of);
  return {
    ...file,
    master: to.id,
    chain: anew(file.chain, CHAIN),
    seal: anew(file.seal, SEAL),
    keys: file.keys.map((key) => ({
      ...key,
      secret: key.secret === null ? null : anew(key.secret, belongsTo(key)),
    })),
  };
}

function read(path: string): ReadKeys | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return { file: zKeysFile.parse(JSON.parse(text)), hash: hashOfText(text) };
}

/** On the disk when it returns. */
export function writeDurably(path: string, text: string): void {
  const part = `${path}.part`;
  const file = openSync(part, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  syncFolder(join(path, '..'));
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
