/** Something that is counted up to a limit: visits of one target, visitors of an item of a pool, visits of a link. */
export interface LimitedCount {
  /** As `targetCounter` and `viewCounter` name it. */
  counter: string;
  limit: number;
  /** What this process knows to be counted. */
  had: number;
}

/** Whether one more may be counted: yes, no, or only the store knows. */
export type Room = 'free' | 'full' | 'ask';

/**
 * How the processes that answer visits share limits. As long as there is one only, `isOn` is false, nothing else is asked and counts in
 * memory are the truth.
 */
export interface Shares {
  readonly isOn: boolean;
  /** Looks, and asks the store for nothing. */
  peek(count: LimitedCount, mayWait: boolean): Room;
  /** The same, and sends for more where that is needed and `mayWait`. */
  look(count: LimitedCount, mayWait: boolean): Room;
  /** After `ask`: resolves when it is worth while to look once more. */
  wait(counter: string): Promise<void>;
  /** One more was counted. */
  use(counter: string): void;
  /** What was counted was not kept. */
  giveUp(counter: string): void;
}

/** Of whoever is alone for ever. */
export const UNSHARED: Shares = {
  isOn: false,
  peek: () => 'free',
  look: () => 'free',
  wait: () => Promise.resolve(),
  use: () => undefined,
  giveUp: () => undefined,
};

/** How long a visit waits for the store before it goes by what this process knows, milliseconds. */
export const PATIENCE_MS = 500;

const VIEWS = 'views';

/** Names what is counted of one target; of an item of a pool, too. `link`: 24 hex digits. */
export const targetCounter = (link: string, key: number): string => `${link}:${key}`;

/** Names the visits of a link that expires by them. */
export const viewCounter = (link: string): string => `${link}:${VIEWS}`;

/** What a name stands for; `key` is undefined where it stands for visits of the link. */
export function readCounter(counter: string): { link: string; key: number | undefined } {
  const [link = '', key = VIEWS] = counter.split(':');
  return { link, key: key === VIEWS ? undefined : Number(key) };
}
