import type { OperationFile, OperationRun, PluginContext, SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import type { LiveRequests } from './live-requests.ts';

const zStart = z.object({
  kind: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
  handle: z.int(),
});
const zProgress = z.object({
  run: z.int(),
  done: z.number(),
  total: z.number().optional(),
  leftOut: z.number().optional(),
});
const zFile = z.object({ run: z.int(), name: z.string(), type: z.string() });
const zKeep = z.object({ run: z.int(), state: z.json() });
/** Base64 of at most 1 MiB. */
const zWrite = z.object({ run: z.int(), piece: z.string().max(1_400_000) });

type Ask = (method: string, params: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>;

/** Operations whose work is done in a process of its own; what belongs to a run is named by its number. */
export interface OperationRuns {
  run(kind: string, run: OperationRun<unknown>, ask: Ask): Promise<void>;
  answers: Readonly<Record<string, (params: unknown) => Promise<unknown>>>;
  progress(params: unknown): void;
}

export function createOperationRuns(context: PluginContext, live: LiveRequests): OperationRuns {
  const runs = new Map<number, { run: OperationRun<unknown>; file: OperationFile | undefined }>();
  let last = 0;

  const find = (number: number) => {
    const known = runs.get(number);
    if (known === undefined) throw new TypeError('this run is over');
    return known;
  };

  return {
    async run(kind, run, ask) {
      last += 1;
      const number = last;
      runs.set(number, { run, file: undefined });
      const { input, kept, owner, locale, signal } = run;
      try {
        await ask('operation', { kind, run: number, input, kept, owner, locale }, { signal });
      } finally {
        runs.delete(number);
      }
    },
    answers: {
      async 'operations.start'(params) {
        const { kind, name, input, handle } = zStart.parse(params);
        const request = live.find(handle);
        if (request?.caller === undefined)
          throw new TypeError('an operation is started for a caller, while the call is being handled');
        return context.operations.start(kind, { name, input }, request as SignedRequest);
      },
      async 'operation.file'(params) {
        const { run, ...file } = zFile.parse(params);
        const known = find(run);
        known.file = await known.run.createFile(file);
        return null;
      },
      async 'operation.write'(params) {
        const { run, piece } = zWrite.parse(params);
        const { file } = find(run);
        if (file === undefined) throw new TypeError('this run has no file yet');
        await file.write(Buffer.from(piece, 'base64'));
        return null;
      },
      async 'operation.keep'(params) {
        const { run, state } = zKeep.parse(params);
        const { file } = find(run);
        if (file === undefined) throw new TypeError('this run has no file yet');
        await file.keep(state);
        return null;
      },
    },
    progress(params) {
      const { run, done, total, leftOut } = zProgress.parse(params);
      runs.get(run)?.run.progress(done, total, leftOut);
    },
  };
}
