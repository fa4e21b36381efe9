import type { Mutant } from './simulate.ts';

const HEAD_BYTES = 16;

/**
 * The reader that lost answered visits: a segment that it opened before its head was written stays open and is never
 * looked at again, and nobody compares what was read with what the next segment says.
 */
export const blindToLateWrites: Mutant = {
  files(files) {
    const blind = new Set<number>();
    return {
      ...files,
      openToRead(path) {
        const file = files.openToRead(path);
        if (files.size(file) < HEAD_BYTES) blind.add(file);
        return file;
      },
      read: (file, into, length, position) =>
        blind.has(file) ? 0 : files.read(file, into, length, position),
    };
  },
  ledger: (ledger) => ({
    ...ledger,
    store: (batch, whileCommitting) => ledger.store({ ...batch, gaps: [] }, whileCommitting),
  }),
};

/** An aggregator that deletes what it passes over instead of keeping it. */
export const deletesWhatIsMissing: Mutant = {
  files: (files) => ({ ...files, rename: (from) => files.unlink(from) }),
};
