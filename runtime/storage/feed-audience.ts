import type { mongo } from 'mongoose';

/** Changes that wait for one who follows, before the feed waits for them. */
const MOST_WAITING = 1_000;

export type FeedChange = mongo.ChangeStreamDocument<mongo.Document>;

/** Where the feed was opened. */
export interface FeedOpening {
  /** Which database it is of. */
  database: string;
  /** Nothing was missed since whoever follows was last told of anything. */
  isGapless: boolean;
  /** Everything before this place is in the collections; undefined: the feed stands behind no such place just now. */
  place: mongo.ResumeToken | undefined;
}

/** Who follows one collection. All but `lost` are called one after the other; none of them may throw or reject. */
export interface FeedFollower {
  /** What is committed from now on comes. */
  opened(opening: FeedOpening): void | Promise<void>;
  change(change: FeedChange): void | Promise<void>;
  /** Everything up to a place has come. It is one in the collection's own feed as well. */
  reached?(place: mongo.ResumeToken): void | Promise<void>;
  /** Nothing comes until it is opened again. */
  lost(error: unknown): void;
}

type Opened = Omit<FeedOpening, 'isGapless'>;

/** One who follows. */
class Seat {
  /** Told by this opening, or an earlier one after which nothing was missed. */
  isGapless = false;
  isTold = false;
  #waiting = 0;
  #tail: Promise<void> = Promise.resolve();
  #hasLeft = false;

  constructor(
    readonly collection: string,
    readonly follower: FeedFollower,
    readonly left: (seat: Seat) => void,
  ) {}

  /** In their order; nobody waits for another one, until one is far behind. */
  async tell(work: () => void | Promise<void>): Promise<void> {
    this.#waiting += 1;
    this.#tail = this.#tail.then(async () => {
      this.#waiting -= 1;
      if (!this.#hasLeft) await work();
    });
    if (this.#waiting > MOST_WAITING) await this.#tail;
  }

  opened(opened: Opened): void {
    const opening = { ...opened, isGapless: this.isGapless };
    this.isTold = true;
    this.isGapless = true;
    void this.tell(() => this.follower.opened(opening));
  }

  /** Resolves when it is told of nothing any more. */
  leave(): Promise<void> {
    this.#hasLeft = true;
    this.left(this);
    return this.#tail;
  }
}

/** Those who follow one feed, each its collection. */
export function createFeedAudience() {
  const seats = new Set<Seat>();
  return {
    isEmpty: (): boolean => seats.size === 0,
    add(collection: string, follower: FeedFollower): Seat {
      const seat = new Seat(collection, follower, (left) => void seats.delete(left));
      seats.add(seat);
      return seat;
    },
    opened(collections: ReadonlySet<string>, opened: Opened): void {
      for (const seat of seats) if (collections.has(seat.collection)) seat.opened(opened);
    },
    async change(change: FeedChange): Promise<void> {
      const collection = 'ns' in change && 'coll' in change.ns ? change.ns.coll : undefined;
      for (const seat of seats)
        if (seat.isTold && seat.collection === collection)
          await seat.tell(() => seat.follower.change(change));
    },
    async reached(place: mongo.ResumeToken): Promise<void> {
      for (const seat of seats) if (seat.isTold) await seat.tell(() => seat.follower.reached?.(place));
    },
    /** Changes may have been missed: everybody is told so when it is opened again. */
    hasMissed(): void {
      for (const seat of seats) seat.isGapless = false;
    },
    closed(): void {
      for (const seat of seats) seat.isTold = false;
    },
    lost(error: unknown): void {
      for (const seat of seats) seat.follower.lost(error);
    },
  };
}
