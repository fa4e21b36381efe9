import type { RotationState } from '../rules/rotation.ts';
import { wordAt } from './bytes.ts';
import {
  BITS_OFFSET,
  COMPILED_FORMAT,
  HAS_EXTRAS,
  HAS_POOL,
  HAS_RULES,
  PLUGIN_OFFSET,
  STATE_OFFSET,
  stateNumber,
  TARGET_HEAD_BYTES,
  TARGETS_MASK,
} from './compiled-link.ts';
import { type ExtraKind, extraLength, findExtra } from './extras.ts';

/**
 * A link's record in the arena: u8 code length, code, then the target section of the compact form with its extras; with
 * rules, after them, the u32 number of their text in the index's names.
 * All functions take the chunk that holds the record and the record's offset inside it.
 */

const KEY = 0;
const WEIGHT = 4;
const THRESHOLD = 8;
const COUNT = 12;
const HOST_HASH = 16;
const ADDRESS_LENGTH = 18;

/** Bytes that a record holds for the number of its rules. */
const RULES_BYTES = 4;

/** Where the target section of a compact form starts. Throws RangeError when the bytes are not a whole compact form. */
export function targetSection(compiled: Uint8Array): number {
  const start = PLUGIN_OFFSET + 1 + (compiled[PLUGIN_OFFSET] ?? 0);
  if (compiled[0] !== COMPILED_FORMAT || compiled.length < start + 2)
    throw new RangeError('not a compiled link');
  const count = (compiled[start] as number) | ((compiled[start + 1] as number) << 8);
  const end = sectionEnd(compiled, start, count);
  // Where even the number is cut off, the length that it would say is too long.
  const length = (count & HAS_RULES) === 0 ? 0 : RULES_BYTES + wordAt(compiled, end);
  const bits = (compiled[BITS_OFFSET] as number) | ((compiled[BITS_OFFSET + 1] as number) << 8);
  const mayBeEmpty = compiled[STATE_OFFSET] === stateNumber('removed') || (bits & HAS_POOL) !== 0;
  if (((count & TARGETS_MASK) === 0 && !mayBeEmpty) || end + length !== compiled.length)
    throw new RangeError('not a compiled link');
  return start;
}

/** Text of the rules of a compact form that `targetSection` has found whole; undefined when it has none. */
export function rulesOf(compiled: Uint8Array, section: number): { text: string; at: number } | undefined {
  const count = (compiled[section] as number) | ((compiled[section + 1] as number) << 8);
  if ((count & HAS_RULES) === 0) return undefined;
  const at = sectionEnd(compiled, section, count);
  const { buffer, byteOffset, length } = compiled;
  const start = at + RULES_BYTES;
  return { text: Buffer.from(buffer, byteOffset + start, length - start).toString('utf8'), at };
}

/** Behind targets and extras. `count`: the number of targets with its flags. */
function sectionEnd(compiled: Uint8Array, section: number, count: number): number {
  let at = section + 2;
  for (let target = 0; target < (count & TARGETS_MASK); target++) {
    const length = (compiled[at + ADDRESS_LENGTH] ?? 0) | ((compiled[at + ADDRESS_LENGTH + 1] ?? 0) << 8);
    at += TARGET_HEAD_BYTES + length;
  }
  return (count & HAS_EXTRAS) === 0 ? at : at + extraLength(compiled, at);
}

/** Whether the record is for this code. */
export function hasCode(bytes: Uint8Array, offset: number, code: string): boolean {
  const length = code.length;
  if (bytes[offset] !== length) return false;
  for (let at = 0; at < length; at++) if (bytes[offset + 1 + at] !== code.charCodeAt(at)) return false;
  return true;
}

export function codeOf(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset + 1, offset + 1 + (bytes[offset] as number));
}

function sectionOf(bytes: Buffer, offset: number): number {
  return offset + 1 + (bytes[offset] as number);
}

export function targetCountOf(bytes: Buffer, offset: number): number {
  return bytes.readUInt16LE(sectionOf(bytes, offset)) & TARGETS_MASK;
}

/** Number of the record's rules in the index's names, or -1. */
export function ruleNumberOf(bytes: Buffer, offset: number): number {
  if ((bytes.readUInt16LE(sectionOf(bytes, offset)) & HAS_RULES) === 0) return -1;
  return bytes.readUInt32LE(extrasEnd(bytes, offset));
}

/** Behind targets and extras of a record. */
function extrasEnd(bytes: Buffer, offset: number): number {
  const at = targetAt(bytes, offset, targetCountOf(bytes, offset));
  const hasExtras = (bytes.readUInt16LE(sectionOf(bytes, offset)) & HAS_EXTRAS) !== 0;
  return hasExtras ? at + extraLength(bytes, at) : at;
}

/** Where the bytes of one of the record's extras start, or -1. */
export function extraAt(bytes: Buffer, offset: number, kind: ExtraKind): number {
  if ((bytes.readUInt16LE(sectionOf(bytes, offset)) & HAS_EXTRAS) === 0) return -1;
  return findExtra(bytes, targetAt(bytes, offset, targetCountOf(bytes, offset)), kind);
}

/** Offset of a target's head; the other functions below take it. */
export function targetAt(bytes: Buffer, offset: number, position: number): number {
  let at = sectionOf(bytes, offset) + 2;
  for (let before = 0; before < position; before++) {
    at += TARGET_HEAD_BYTES + bytes.readUInt16LE(at + ADDRESS_LENGTH);
  }
  return at;
}

export function recordLength(bytes: Buffer, offset: number): number {
  const length = extrasEnd(bytes, offset) - offset;
  return ruleNumberOf(bytes, offset) < 0 ? length : length + RULES_BYTES;
}

export function keyAt(bytes: Buffer, target: number): number {
  return bytes.readUInt32LE(target + KEY);
}

export function weightAt(bytes: Buffer, target: number): number {
  return bytes.readUInt32LE(target + WEIGHT);
}

export function thresholdAt(bytes: Buffer, target: number): number {
  return bytes.readUInt32LE(target + THRESHOLD);
}

export function hostHashAt(bytes: Buffer, target: number): number {
  return bytes.readUInt16LE(target + HOST_HASH);
}

export function addressAt(bytes: Buffer, target: number): string {
  const start = target + TARGET_HEAD_BYTES;
  return bytes.toString('latin1', start, start + bytes.readUInt16LE(target + ADDRESS_LENGTH));
}

export function countAt(bytes: Buffer, target: number): number {
  return bytes.readUInt32LE(target + COUNT);
}

export function setCountAt(bytes: Buffer, target: number, count: number): void {
  bytes.writeUInt32LE(Math.min(Math.max(count, 0), 0xffffffff), target + COUNT);
}

/** Arrays that `readRotation` fills; one set is reused for all visits. */
export interface RotationBuffers extends RotationState {
  weights: Uint32Array;
  thresholds: Uint32Array;
  counts: Uint32Array;
}

/** Reads what rotation needs of all targets of a record. */
export function readRotation(bytes: Buffer, offset: number, into: RotationBuffers): void {
  into.length = targetCountOf(bytes, offset);
  let at = sectionOf(bytes, offset) + 2;
  for (let position = 0; position < into.length; position++) {
    into.weights[position] = bytes.readUInt32LE(at + WEIGHT);
    into.thresholds[position] = bytes.readUInt32LE(at + THRESHOLD);
    into.counts[position] = bytes.readUInt32LE(at + COUNT);
    at += TARGET_HEAD_BYTES + bytes.readUInt16LE(at + ADDRESS_LENGTH);
  }
}

/** The target with this key, or -1. */
export function findTarget(bytes: Buffer, offset: number, key: number): number {
  const count = targetCountOf(bytes, offset);
  let at = sectionOf(bytes, offset) + 2;
  for (let position = 0; position < count; position++) {
    if (keyAt(bytes, at) === key) return at;
    at += TARGET_HEAD_BYTES + bytes.readUInt16LE(at + ADDRESS_LENGTH);
  }
  return -1;
}
