import type { Transport } from '../channel/transport.ts';

/** What one plugin may send, on the whole: far above what work needs, and far below what would keep the host from its own. */
const BYTES_A_SECOND = 64 * 1024 * 1024;
const MESSAGES_A_SECOND = 20_000;
const PAUSE_MS = 50;

/** Stops reading from a child for a moment when it sends more than its share; what it sends then waits with itself. */
export function createThrottle(now: () => number = () => performance.now()): {
  took(messages: number, bytes: number, transport: Pick<Transport, 'pause' | 'resume'>): void;
} {
  let second = 0;
  let bytesTaken = 0;
  let messagesTaken = 0;
  let isPaused = false;

  const isOver = () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) {
      second = current;
      bytesTaken = 0;
      messagesTaken = 0;
    }
    return bytesTaken > BYTES_A_SECOND || messagesTaken > MESSAGES_A_SECOND;
  };
  const pause = (transport: Pick<Transport, 'pause' | 'resume'>) => {
    setTimeout(() => {
      if (isOver()) return pause(transport);
      isPaused = false;
      transport.resume();
    }, PAUSE_MS);
  };
  return {
    took(messages, bytes, transport) {
      isOver();
      bytesTaken += bytes;
      messagesTaken += messages;
      if (isPaused || !isOver()) return;
      isPaused = true;
      transport.pause();
      pause(transport);
    },
  };
}
