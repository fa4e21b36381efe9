import type { Locale } from '@waypost/contract';
import type { OperationRun } from '@waypost/sdk';

/** A run that keeps what it writes, and says words as they are given. */
export function operationRun(words: Readonly<Record<string, string>>, locale: Locale = 'en-US') {
  const pieces: Uint8Array[] = [];
  const progress: number[] = [];
  const run: OperationRun<unknown> = {
    input: {},
    owner: '',
    locale,
    signal: new AbortController().signal,
    kept: undefined,
    translate: (key, params = {}) =>
      (words[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name])),
    progress: (done) => progress.push(done),
    createFile: async () => ({
      write: async (piece) => {
        pieces.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece));
      },
      keep: async () => {},
    }),
  };
  return { run, progress, bytes: () => Buffer.concat(pieces) };
}
