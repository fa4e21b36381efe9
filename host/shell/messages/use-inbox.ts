import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { NotifyStatus, type ResultOf } from '@waypost/contract';
import type { messageInquire } from '@waypost/contract/platform';
import { type ApiError, clientStore, notify, useClient, useErrorText, useLanguage } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import { callPlatform } from '../app/call-platform.ts';
import { unreadAtom } from './state.ts';
import { askForUnread } from './unread-poll.ts';

export type InboxPage = ResultOf<typeof messageInquire>;
export type InboxRow = InboxPage['content'][number];

interface InboxState {
  /** 0: whether they were read or not. */
  status: number;
  page: number;
  size: number;
}

/** A page of the own messages, and what can be done with them. `pollMs`: milliseconds between looks for new ones. */
export function useInbox({ pollMs }: { pollMs: number }): {
  query: UseQueryResult<InboxPage, ApiError>;
  state: InboxState;
  setState: (state: InboxState) => void;
  read: (message: InboxRow) => Promise<void>;
  readAll: () => Promise<void>;
} {
  const client = useClient();
  const queries = useQueryClient();
  const locale = useLanguage();
  const errorText = useErrorText();
  const [state, setState] = useState<InboxState>({ status: 0, page: 1, size: 20 });
  const { status, page, size } = state;
  const query = useQuery<InboxPage, ApiError>({
    queryKey: ['message', 'inquire', status, page, size, locale],
    queryFn: ({ signal }) =>
      callPlatform(
        client,
        'message/inquire',
        {
          page,
          page_size: size,
          ...(status === NotifyStatus.unread || status === NotifyStatus.read
            ? { notify_status: status }
            : {}),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Among the unread ones a message stays while it is read, although it is none of them any more.
    refetchInterval: status === NotifyStatus.unread ? false : pollMs,
  });
  const { data } = query;
  useEffect(() => {
    if (data === undefined) return;
    // A page that is not there any more leads to the last one.
    const last = Math.max(1, Math.ceil(data.count / size));
    if (page > last) setState((before) => ({ ...before, page: last }));
    // The count beside the bell is of all of them: the look that rests meanwhile would have told it.
    askForUnread(client).then(
      ({ count }) => clientStore.set(unreadAtom, count),
      () => undefined,
    );
  }, [client, data, page, size]);

  const reload = () => queries.invalidateQueries({ queryKey: ['message'] });
  const markRead = (id: string) =>
    queries.setQueriesData<InboxPage>({ queryKey: ['message', 'inquire'] }, (shown) =>
      shown === undefined
        ? undefined
        : {
            ...shown,
            content: shown.content.map((row) =>
              row.id === id ? { ...row, notify_status: NotifyStatus.read } : row,
            ),
          },
    );
  const change = async (work: Promise<unknown>, show: () => unknown = reload) => {
    try {
      await work;
      await show();
    } catch (error) {
      notify.error(errorText(error));
    }
  };
  return {
    query,
    state,
    setState: (next) => {
      // What was kept of another choice is of before.
      void queries.invalidateQueries({ queryKey: ['message', 'inquire'], refetchType: 'none' });
      setState(next);
    },
    read: async ({ id, notify_status }) => {
      if (notify_status === NotifyStatus.unread)
        await change(callPlatform(client, 'message/update-notify-status', { id }), () => markRead(id));
    },
    readAll: () => change(callPlatform(client, 'message/read_all', {})),
  };
}
