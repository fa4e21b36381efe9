import { createHash } from 'node:crypto';
import type { Clock } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { networkOf } from '../../sdk/network-of.ts';
import { isDuplicateKey } from '../../storage/index.ts';
import type { FailureDocument } from '../collections.ts';
import { lockedOut } from '../errors.ts';

export interface LockOutLimits {
  /** Failures of one account from one network until it is locked. */
  limit: number;
  /** How long failures count and a lock holds. */
  minutes: number;
}

/** One attempt to sign in that is allowed to look at the password. */
export interface Attempt {
  /** Lets `work` look at the password. When it cannot, such as for want of a turn, the attempt does not count. */
  look<T>(work: () => Promise<T>): Promise<T>;
  /** The password was wrong. `isLocked`: this was the failure that locks. */
  failed(): Promise<{ isLocked: boolean }>;
  passed(): Promise<void>;
}

/** Times the limit, unless told otherwise: failures of one account from everywhere, and of one network over all accounts. */
const WIDE_FACTOR = 10;

/**
 * Lock-out per account and network, so that an attacker elsewhere cannot lock the owner out. Two wider counters stop
 * guessing spread over networks or over accounts; networks that an account signed in from before stay open to it.
 * Unknown accounts are counted like known ones. An attempt is counted before the password is looked at, so that
 * many at once get no extra guesses.
 */
export function createLockOut(options: {
  failures: Collection<FailureDocument>;
  clock: Clock;
  limits(): Promise<LockOutLimits>;
  wideFactor?: number;
}) {
  const { failures, clock, wideFactor = WIDE_FACTOR } = options;

  /** Counts one more and answers the new count, atomically over all processes. */
  async function raise(id: string, milliseconds: number, of?: string): Promise<FailureDocument> {
    for (;;) {
      const now = clock.date();
      const counted = await failures.findOneAndUpdate(
        { _id: id, expires_at: { $gt: now } },
        { $inc: { count: 1 } },
        { returnDocument: 'after' },
      );
      if (counted) return counted;
      try {
        const started = await failures.findOneAndUpdate(
          { _id: id, expires_at: { $lte: now } },
          {
            $set: {
              count: 1,
              expires_at: new Date(now.getTime() + milliseconds),
              ...(of === undefined ? {} : { of }),
            },
          },
          { upsert: true, returnDocument: 'after' },
        );
        if (started) return started;
      } catch (error) {
        // Another attempt started the count between the two commands: count onto that one.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  const refuse = (until: Date) => refuseUntil(until, clock);

  return {
    /** A count of its own beside those of logins, which nothing but time and its user take back. */
    counter(...parts: [kind: string, ...string[]]) {
      const id = idOf(...parts);
      return {
        raise: (milliseconds: number) => raise(id, milliseconds),
        lower: async () => void (await failures.updateOne({ _id: id }, { $inc: { count: -1 } })),
        clear: async () => void (await failures.deleteOne({ _id: id })),
      };
    },
    /** Forgets the failures of an account, from whichever network they came; those of networks stay. */
    async lift(account: string): Promise<void> {
      for (const name of [account, codesOf(account)])
        await failures.deleteMany({ $or: [{ _id: idOf('account', name) }, { of: idOf('of', name) }] });
    },
    /** Errors: `locked_out` 429 with the seconds left in `content.seconds`. */
    async enter(input: {
      account: string;
      address: string;
      /** Whether the account signed in from this network before. */
      isKnownNetwork: boolean;
    }): Promise<Attempt> {
      const { limit, minutes } = await options.limits();
      const milliseconds = minutes * 60_000;
      const network = networkOf(input.address);
      const [pair, account, everyone] = [
        idOf('pair', input.account, network),
        idOf('account', input.account),
        idOf('network', network),
      ];
      const wide = await failures
        .find({
          _id: { $in: input.isKnownNetwork ? [everyone] : [account, everyone] },
          expires_at: { $gt: clock.date() },
        })
        .toArray();
      for (const counter of wide) if (counter.count >= limit * wideFactor) refuse(counter.expires_at);
      const counted = await raise(pair, milliseconds, idOf('of', input.account));
      if (counted.count > limit) refuse(counted.expires_at);
      return {
        look: async (work) => {
          try {
            return await work();
          } catch (error) {
            await failures.updateOne({ _id: pair }, { $inc: { count: -1 } });
            throw error;
          }
        },
        failed: async () => {
          await raise(account, milliseconds);
          await raise(everyone, milliseconds);
          if (counted.count < limit) return { isLocked: false };
          // The lock runs from the failure that completed it, not from the first.
          await failures.updateOne(
            { _id: pair },
            { $set: { expires_at: new Date(clock.now() + milliseconds) } },
          );
          return { isLocked: true };
        },
        passed: async () => {
          await failures.deleteOne({ _id: pair });
        },
      };
    },
  };
}

/** @throws AppError `locked_out` 429 with the seconds left */
export function refuseUntil(until: Date, clock: Pick<Clock, 'now'>): never {
  const seconds = Math.max(1, Math.ceil((until.getTime() - clock.now()) / 1000));
  throw lockedOut.create({ seconds }, { content: { seconds } });
}

export type LockOut = ReturnType<typeof createLockOut>;

/** Names and addresses do not stand in the store in plain: failures name accounts that may be mistyped passwords. */
function idOf(kind: string, ...parts: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('hex');
}

/** What failed codes of an account's second factor are counted under; no account has a space in its name. */
export function codesOf(account: string): string {
  return `${account} second factor`;
}

/** A network as the account's document remembers it. */
export function networkId(address: string): string {
  return idOf('known', networkOf(address)).slice(0, 32);
}
