/** When messages may go out, in the one process that sends. What passes between two requests is no time of day: it is measured. */
export interface Pace {
  /** Milliseconds until the next message may go out to anybody; takes the place. */
  take(): number;
  /** Chats that were written to within the last second. */
  busyChats(): string[];
  /** Milliseconds until the first of them may be written to again. */
  untilFree(): number;
  /** Notes that a message goes out to the chat now. */
  sent(chat: string): void;
  /** Nobody is sent anything for so long, as Telegram said. */
  hold(milliseconds: number): void;
}

/** Telegram takes one message a second in a chat. */
const CHAT_MS = 1_050;

/** @param perSecond messages to all chats together @param now milliseconds that only go up */
export function createPace(perSecond: number, now: () => number = () => performance.now()): Pace {
  /** When each was written to, the longest ago first. */
  const chats = new Map<string, number>();
  let next = 0;
  const forgetFree = () => {
    for (const [chat, time] of chats) {
      if (time + CHAT_MS > now()) return;
      chats.delete(chat);
    }
  };
  return {
    take() {
      const at = Math.max(now(), next);
      next = at + 1_000 / perSecond;
      return at - now();
    },
    busyChats() {
      forgetFree();
      return [...chats.keys()];
    },
    untilFree() {
      const [oldest = now() - CHAT_MS] = chats.values();
      return Math.max(1, oldest + CHAT_MS - now());
    },
    sent(chat) {
      chats.delete(chat);
      chats.set(chat, now());
    },
    hold(milliseconds) {
      next = Math.max(next, now() + milliseconds);
    },
  };
}
