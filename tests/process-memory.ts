import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Bytes that are read at once, and how many of them again with the next piece: what is looked for may lie across. */
const PIECE = 4 * 1024 * 1024;
const OVERLAP = 512;

/**
 * Looks through all memory of a process that is written to, freed parts included, for texts and bytes.
 * @returns those that are there, of each how often
 */
export function searchMemory(pid: number, wanted: readonly Uint8Array[]): number[] {
  const found = wanted.map(() => 0);
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from = '', to = '', rights = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (!rights.startsWith('rw')) continue;
      const end = Number.parseInt(to, 16);
      for (let at = Number.parseInt(from, 16); at < end; at += PIECE) {
        const piece = Buffer.alloc(Math.min(PIECE + OVERLAP, end - at));
        const length = readAt(memory, piece, at);
        const bytes = piece.subarray(0, length);
        for (const [index, text] of wanted.entries())
          if (bytes.includes(text)) found[index] = (found[index] ?? 0) + 1;
      }
    }
  } finally {
    closeSync(memory);
  }
  return found;
}

/** Parts that were let go of meanwhile cannot be read. */
function readAt(memory: number, piece: Buffer, at: number): number {
  try {
    return readSync(memory, piece, 0, piece.length, at);
  } catch {
    return 0;
  }
}

/** A text as programs may hold it: its bytes, two bytes a letter, and what hex or base64 says. */
export function formsOf(text: string): Uint8Array[] {
  return [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(Buffer.from(text).toString('base64'))];
}
