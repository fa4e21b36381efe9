import { NotifyStatus } from '@waypost/contract';
import type { Client } from '@waypost/host-sdk';
import { callPlatform } from '../app/call-platform.ts';

/**
 * Makes the look for an unread message: shows its content, then marks it as viewed. One at a time: a look that begins
 * while another runs does nothing. Failures are ignored silently: the next look tries again.
 */
export function createUnreadLook({
  client,
  show,
}: {
  client: Pick<Client, 'post'>;
  show: (message: { id: string; content: string }) => void;
}): () => Promise<void> {
  let isRunning = false;
  // A mark that fails must not bring the same notice back every ten seconds.
  const shown = new Set<string>();
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      const page = await callPlatform(client, 'message/inquire', {
        notify_status: NotifyStatus.unread,
        page_size: 1,
        page: 1,
      });
      const first = page.content[0];
      if (!first) return;
      if (!shown.has(first.id)) {
        show(first);
        shown.add(first.id);
      }
      await callPlatform(client, 'message/update-notify-status', { id: first.id });
    } catch {
      // Silent: nobody asked, and the next look comes by itself.
    } finally {
      isRunning = false;
    }
  };
}
