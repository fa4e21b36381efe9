import { useQueryClient } from '@tanstack/react-query';
import { UNREAD_MESSAGE_POLL_MS } from '@waypost/contract';
import { clientStore, useClient, usePermission } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { inboxOpenAtom, noticeAtom, unreadAtom } from './state.ts';
import { createUnreadLook } from './unread-poll.ts';

/** Looks for unread messages every 10 s while somebody is signed in; login and registration never do. */
export function useUnreadMessages(): void {
  const client = useClient();
  const queries = useQueryClient();
  const may = usePermission();
  // A session of a one-time password may not read messages yet.
  const isOn = may('system.message:read');
  useEffect(() => {
    if (!isOn) return;
    const look = createUnreadLook({
      client,
      isReading: () => clientStore.get(noticeAtom) !== undefined || clientStore.get(inboxOpenAtom),
      show: ({ id, title, content, screen }) => clientStore.set(noticeAtom, { id, title, content, screen }),
      tell: (unread) => {
        // A list of messages that is on the page has one more, or one that is read.
        if (unread !== clientStore.get(unreadAtom)) void queries.invalidateQueries({ queryKey: ['message'] });
        clientStore.set(unreadAtom, unread);
      },
    });
    void look();
    const timer = setInterval(() => void look(), UNREAD_MESSAGE_POLL_MS);
    return () => {
      clearInterval(timer);
      clientStore.set(noticeAtom, undefined);
      clientStore.set(inboxOpenAtom, false);
      clientStore.set(unreadAtom, 0);
    };
  }, [client, queries, isOn]);
}
