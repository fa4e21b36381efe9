import { UNREAD_MESSAGE_POLL_MS } from '@waypost/contract';
import { notify, useClient, usePermission } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { createUnreadLook } from './unread-poll.ts';

/** Looks for unread messages every 10 s while somebody is signed in; login and registration never do. */
export function useUnreadMessages(): void {
  const client = useClient();
  const may = usePermission();
  // A session of a one-time password may not read messages yet.
  const isOn = may('system.message:read');
  useEffect(() => {
    if (!isOn) return;
    const look = createUnreadLook({ client, show: ({ content }) => notify.lasting(content) });
    void look();
    const timer = setInterval(() => void look(), UNREAD_MESSAGE_POLL_MS);
    return () => clearInterval(timer);
  }, [client, isOn]);
}
