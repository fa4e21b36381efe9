import type { Clock, Logger, Random } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { secondFactorRequired, secondFactorWrong } from '../../errors.ts';
import type { OperationDocument, StoredResultDocument } from '../document.ts';
import { createOperations, type OperationService } from '../operations.ts';

/** The code of everybody's second factor. */
export const CODE = '123456';
export const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const random: Random = {
  bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  number: Math.random,
};

/** A process that runs operations; its queue calls back at once, or loses what it is given. */
export function openWorker(options: {
  collection: Collection<OperationDocument>;
  stored: Collection<StoredResultDocument>;
  folder: string;
  clock: Clock;
  losesJobs?: boolean;
  /** Accounts with a second factor. */
  guarded?: ReadonlySet<string>;
}): OperationService {
  let handler: ((data: Record<string, unknown>, signal: AbortSignal) => Promise<void>) | undefined;
  return createOperations({
    collection: options.collection,
    stored: options.stored,
    directory: options.folder,
    machine: options.folder,
    key: new Uint8Array(32).fill(7),
    jobs: {
      define: (_name, given) => {
        handler = given;
        return () => {};
      },
      now: async (_name, data) => {
        if (!options.losesJobs) void handler?.(data, new AbortController().signal);
      },
    },
    isWorker: true,
    follow: () => () => {},
    clock: options.clock,
    random,
    log,
    translate: (_locale, key) => key,
    requireSecondFactor: async (code, { caller }) => {
      if (options.guarded?.has(caller.id) !== true) return;
      if (code === undefined) throw secondFactorRequired.create();
      if (code !== CODE) throw secondFactorWrong.create();
    },
    sweepMs: 100,
  });
}
