import { SHARED_STATISTICS_POLL_MS } from '@waypost/contract';
import type { SharedStatistics } from '../calls.ts';
import type { Credentials } from './share-address.ts';

/** `passing`: no answer just now, the page goes on asking; `refused`: asking again would change nothing. */
export type ShareFailure = 'passing' | 'refused';

export interface SharedState {
  statistics: SharedStatistics | undefined;
  failure: ShareFailure | undefined;
}

export interface FollowOptions {
  ask(body: Credentials | { token: string }, signal: AbortSignal): Promise<SharedStatistics>;
  show(state: SharedState): void;
  /** What a failure of `ask` means: seconds the server asks to wait when it passes by itself, else undefined. */
  passesAfter(error: unknown): number | undefined;
  /** Ends early, without an error, when the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * Exchanges the password for a token, which lives in this call only, and asks again every five seconds until `signal`
 * is aborted. What passes by itself (the connection, a busy server, a limit) is tried again, also the very first
 * time. A token that ran out while the device slept is exchanged anew; a refused password is not tried again, since
 * that would only lock the address out.
 */
export async function followShared(
  given: Credentials,
  signal: AbortSignal,
  { ask, show, passesAfter, pause }: FollowOptions,
): Promise<void> {
  let statistics: SharedStatistics | undefined;
  let token: string | undefined;
  while (!signal.aborted) {
    let wait = SHARED_STATISTICS_POLL_MS;
    try {
      statistics = await ask(token === undefined ? given : { token }, signal);
      if (signal.aborted) return;
      token = statistics.token;
      show({ statistics, failure: undefined });
    } catch (error) {
      if (signal.aborted) return;
      const seconds = passesAfter(error);
      if (seconds === undefined) {
        if (token === undefined) {
          show({ statistics: undefined, failure: 'refused' });
          return;
        }
        token = undefined;
        continue;
      }
      show({ statistics, failure: 'passing' });
      wait = Math.max(wait, seconds * 1000);
    }
    await pause(wait, signal);
  }
}
