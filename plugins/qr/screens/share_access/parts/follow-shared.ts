import { SHARED_STATISTICS_POLL_MS } from '@waypost/contract';
import type { SharedStatistics } from '../calls.ts';
import type { Credentials } from './share-address.ts';

/**
 * `passing`: no answer just now, the page goes on asking; `locked`: too many wrong passwords, it asks again once the wait is
 * over; `refused`: asking again would change nothing.
 */
export type ShareFailure = 'passing' | 'locked' | 'refused';

export interface SharedState {
  statistics: SharedStatistics | undefined;
  failure: ShareFailure | undefined;
  /** Of a lock: how long it still holds. */
  seconds?: number;
}

/** What opens the page: share name and password, or the token that an earlier answer gave for them. */
export type Opening = Credentials | { token: string };

export interface FollowOptions {
  ask(body: Opening, signal: AbortSignal): Promise<SharedStatistics>;
  show(state: SharedState): void;
  /** Keeps the token that the next call goes with; undefined: there is none any more. */
  keep(token: string | undefined): void;
  /** What a failure of `ask` means when it passes by itself, with the seconds to wait; else undefined. */
  passesAfter(error: unknown): { failure: 'passing' | 'locked'; seconds: number } | undefined;
  /** Ends early, without an error, when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * Exchanges the password for a token and asks again every five seconds until `signal` is aborted. What passes by itself
 * (the connection, a busy server, a limit) is tried again, also the very first time. A token that ran out while the
 * device slept is exchanged anew where the password is at hand; a refused password is not tried again, since that would
 * only lock the address out.
 */
export async function followShared(
  given: Opening,
  signal: AbortSignal,
  { ask, show, keep, passesAfter, pause }: FollowOptions,
): Promise<void> {
  let statistics: SharedStatistics | undefined;
  let opening = given;
  while (!signal.aborted) {
    let wait = SHARED_STATISTICS_POLL_MS;
    try {
      statistics = await ask(opening, signal);
      if (signal.aborted) return;
      opening = { token: statistics.token };
      keep(statistics.token);
      show({ statistics, failure: undefined });
    } catch (error) {
      if (signal.aborted) return;
      const passing = passesAfter(error);
      if (passing === undefined) {
        if ('token' in opening) keep(undefined);
        if (opening === given || 'token' in given) {
          show({ statistics: undefined, failure: 'refused' });
          return;
        }
        opening = given;
        continue;
      }
      const { failure, seconds } = passing;
      show({ statistics, failure, ...(failure === 'locked' ? { seconds } : {}) });
      wait = Math.max(wait, seconds * 1000);
    }
    await pause(wait, signal);
  }
}
