import { DEFINITION_HEAD_BYTES } from './format.ts';

/** Longest text that is kept, in characters. */
export const TEXT_MAX_LENGTH = 512;
/** Texts of one segment; a full table asks for a new segment, so that strangers cannot fill the memory. */
const MAX_TEXTS = 20_000;
const encoder = new TextEncoder();

/** What is known of a text since it was first seen in this segment. */
export interface TextEntry {
  number: number;
  /** Set for user agents only. */
  isCrawler: boolean;
  isWeChat: boolean;
}

/**
 * User agents, languages, referrer hosts and campaigns of the segment being written: a record holds their numbers, and a batch carries the
 * definitions of numbers that are new in it. Number 0 is the empty text.
 */
export class SegmentTexts {
  readonly #entries = new Map<string, TextEntry>();
  readonly #classify: (text: string) => { isCrawler: boolean; isWeChat: boolean };
  #pending: { number: number; bytes: Uint8Array }[] = [];
  #pendingBytes = 0;

  constructor(classify: (text: string) => { isCrawler: boolean; isWeChat: boolean }) {
    this.#classify = classify;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  get isFull(): boolean {
    return this.#entries.size >= MAX_TEXTS;
  }

  /** The number of a text's beginning. */
  beginning(text: string, end: number): number {
    if (end === 0) return 0;
    const kept = text.slice(0, end);
    return (this.#entries.get(kept) ?? this.#define(copyOf(kept))).number;
  }

  entry(text: string): TextEntry {
    const kept = text.length > TEXT_MAX_LENGTH ? shortened(text) : text;
    return this.#entries.get(kept) ?? this.#define(kept);
  }

  /** Writes the definitions that no batch carries yet; returns the offset behind them. `drop` them once written. */
  writePending(bytes: Uint8Array, offset: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    let at = offset;
    for (const { number, bytes: text } of this.#pending) {
      view.setUint32(at, number, true);
      view.setUint16(at + 4, text.length, true);
      bytes.set(text, at + DEFINITION_HEAD_BYTES);
      at += DEFINITION_HEAD_BYTES + text.length;
    }
    return at;
  }

  dropPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** A new segment knows no text yet. */
  reset(): void {
    this.#entries.clear();
    this.dropPending();
  }

  #define(text: string): TextEntry {
    const entry = { number: text === '' ? 0 : this.#entries.size + 1, ...this.#classify(text) };
    this.#entries.set(text, entry);
    if (entry.number === 0) return entry;
    const bytes = encoder.encode(text);
    this.#pending.push({ number: entry.number, bytes });
    this.#pendingBytes += DEFINITION_HEAD_BYTES + bytes.length;
    return entry;
  }
}

/** The beginning of a long text as a copy: a slice would keep the whole of what a stranger sent in memory. */
function shortened(text: string): string {
  return copyOf(text.slice(0, TEXT_MAX_LENGTH));
}

const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
