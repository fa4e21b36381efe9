import type { JournalFiles } from './journal-files.ts';

/** Batches begin and end at multiples of this. */
const STEP_BYTES = 16;
const PART_BYTES = 2 ** 16;
const WORD_BYTES = 4;

/**
 * Where what was written to a segment ends: behind the last byte that is no zero, at a multiple of 16. A whole batch ends so; of one that was cut
 * off there may have been zeros more. Throws the file system's error.
 */
export function writtenEnd(files: Pick<JournalFiles, 'read' | 'size'>, file: number): number {
  const words = new Uint32Array(PART_BYTES / WORD_BYTES);
  const part = new Uint8Array(words.buffer);
  const size = files.size(file);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - PART_BYTES);
    const read = files.read(file, part, end - start, start);
    part.fill(0, read, Math.ceil(read / WORD_BYTES) * WORD_BYTES);
    // By words: a megabyte of zeros is looked through each time that somebody asks how far behind counting is.
    let word = Math.ceil(read / WORD_BYTES) - 1;
    while (word >= 0 && words[word] === 0) word--;
    if (word >= 0) {
      let last = word * WORD_BYTES + WORD_BYTES - 1;
      while (part[last] === 0) last--;
      return Math.min(size, Math.ceil((start + last + 1) / STEP_BYTES) * STEP_BYTES);
    }
    end = start;
  }
  return 0;
}
