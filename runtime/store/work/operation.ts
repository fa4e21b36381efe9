import { StoreError } from '../value/errors.ts';
import type { Document } from '../value/index.ts';
import { type Effort, within } from './effort.ts';
import type { Limit } from './effort-limits.ts';
import type { Scheduler, Slice } from './scheduler.ts';

/** A command that is running: what currentOp shows and killOp stops. */
export interface Operation {
  id: number;
  command: string;
  namespace: string;
  /** Milliseconds on the monotonic clock. */
  startedAt: number;
  /** Id of the session it was sent in, when it has one. */
  session: string | undefined;
  /** What else currentOp says of it; absent for work of the server's own. */
  describe: (() => Document) | undefined;
  /** Whether it waits for its turn to write. */
  isWaiting(): boolean;
  /** Whether somebody has killed it and it has not ended yet. */
  isKilled(): boolean;
  /** It waits on purpose, such as for the next change: how long it takes says nothing. */
  awaits: boolean;
  /** Whether the current slice is used up. */
  isSpent(): boolean;
  /**
   * Lets others run.
   * @throws StoreError 50 past the command's maxTimeMS, 11601 when it was killed.
   */
  pause(): Promise<void>;
  /** As `pause`, and waits until writing is possible again. */
  pauseForWriting(): Promise<void>;
  /** Waits until writing is possible, seen by whoever asks what runs. @throws as `pause` */
  waitForTurn(): Promise<void>;
  kill(): void;
  /** Calls `listener` when the operation is killed. */
  onKill(listener: () => void): void;
  /** Evaluates something for this operation, which ends it when it takes too long. @throws StoreError 50, 146, 262, 11601 */
  within<Result>(work: () => Result): Result;
  /** Makes the next pause throw `error` instead, or the evaluation under way when the slice is used up; undefined: no longer. */
  refusePause(error: Error | undefined): void;
  end(): void;
}

/** The commands that are running now. */
export interface Operations {
  begin(input: {
    command: string;
    namespace: string;
    maxTimeMilliseconds: number | undefined;
    session?: string | undefined;
    describe?: (() => Document) | undefined;
    /** What bounds the evaluation of one document, where it is not what bounds all. */
    limit?: Limit;
  }): Operation;
  list(): Operation[];
  find(id: number): Operation | undefined;
}

/** What a running command must know of the writes that are on their way to the disk. */
export interface PendingWrites {
  /** How often they were lost; one that counts more than at its begin has lost its own. */
  failures(): number;
  /** Whether writing has to wait. */
  isHeld(): boolean;
  whenFree(): Promise<void>;
}

/** Makes the register of running commands. `now` is a monotonic clock in milliseconds. */
export const createOperations = (input: {
  scheduler: Scheduler;
  group: PendingWrites;
  now: () => number;
  /** What bounds the evaluation of one document. */
  limit: () => Limit;
}): Operations => {
  const running = new Map<number, Operation>();
  let lastId = 0;

  return {
    begin: ({ command, namespace, maxTimeMilliseconds, session, describe, limit = input.limit() }) => {
      lastId += 1;
      const id = lastId;
      const startedAt = input.now();
      const deadline = maxTimeMilliseconds === undefined ? undefined : startedAt + maxTimeMilliseconds;
      let slice: Slice | undefined;
      let isKilled = false;
      const failures = input.group.failures();
      const check = (): void => {
        if (isKilled) throw new StoreError(11601, 'operation was interrupted');
        if (deadline !== undefined && input.now() > deadline) {
          throw new StoreError(50, 'operation exceeded time limit');
        }
        if (input.group.failures() !== failures) {
          throw new StoreError(8, 'the first part of this operation could not be stored');
        }
      };
      let refusal: Error | undefined;
      const killListeners: (() => void)[] = [];
      let waits = 0;
      const pause = async (): Promise<void> => {
        if (refusal !== undefined) throw refusal;
        await slice?.pause();
        check();
      };
      const waitForTurn = async (): Promise<void> => {
        const killed = new Promise<void>((resolve) => killListeners.push(resolve));
        waits += 1;
        try {
          await Promise.race([input.group.whenFree(), killed]);
        } finally {
          waits -= 1;
        }
        check();
      };
      slice = input.scheduler.slice();
      const operation: Operation & Effort = {
        begin: limit.begin,
        look: (looks) => {
          check();
          if (refusal !== undefined && slice?.isSpent() === true) throw refusal;
          try {
            limit.look(looks);
          } catch (error) {
            // What takes too long here may be what goes on elsewhere.
            throw refusal ?? error;
          }
        },
        id,
        command,
        namespace,
        startedAt,
        session,
        describe,
        isWaiting: () => waits > 0,
        isKilled: () => isKilled,
        awaits: false,
        isSpent: () => slice?.isSpent() ?? false,
        pause,
        pauseForWriting: async () => {
          await pause();
          if (input.group.isHeld()) await waitForTurn();
          check();
        },
        waitForTurn,
        kill: () => {
          isKilled = true;
          for (const listener of killListeners) listener();
        },
        within: (work) => within(operation, work),
        onKill: (listener) => void killListeners.push(listener),
        refusePause: (error) => {
          refusal = error;
        },
        end: () => running.delete(id),
      };
      running.set(id, operation);
      return operation;
    },
    list: () => [...running.values()],
    find: (id) => running.get(id),
  };
};
