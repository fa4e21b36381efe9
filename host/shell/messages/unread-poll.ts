import { NotifyStatus } from '@waypost/contract';
import type { Client } from '@waypost/host-sdk';
import { callPlatform } from '../app/call-platform.ts';
import type { Notice } from './state.ts';

interface UnreadLookOptions {
  client: Pick<Client, 'post'>;
  /** While a message is being read no other is looked for. */
  isReading: () => boolean;
  show: (message: Notice) => void;
  /** How many have never been opened. */
  tell: (unread: number) => void;
}

/**
 * Makes the look for an unread message, and shows it once; it is read when the person opens it or puts it away. One at a time: a
 * look that begins while another runs, or while somebody reads, does nothing. Failures are ignored silently: the next look tries again.
 */
export function createUnreadLook({ client, isReading, show, tell }: UnreadLookOptions): () => Promise<void> {
  let isRunning = false;
  // One that could not be marked as read must not come back every ten seconds.
  const shown = new Set<string>();
  return async () => {
    if (isRunning || isReading()) return;
    isRunning = true;
    try {
      const page = await askForUnread(client);
      const first = page.content[0];
      tell(page.count);
      // The list of messages may have been opened while the answer was on its way.
      if (!first || isReading()) return;
      if (shown.has(first.id)) return;
      shown.add(first.id);
      show(first);
    } catch {
      // Silent: nobody asked, and the next look comes by itself.
    } finally {
      isRunning = false;
    }
  };
}

/** The newest unread message, and how many there are. @throws ApiError */
export function askForUnread(client: Pick<Client, 'post'>) {
  return callPlatform(client, 'message/inquire', {
    notify_status: NotifyStatus.unread,
    page_size: 1,
    page: 1,
  });
}
