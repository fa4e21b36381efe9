import { atom } from 'jotai';

/** A message as the notice shows it. */
export interface Notice {
  id: string;
  title: string;
  content: string;
  /** Screen that it leads to, such as `abuse_desk?id=…`. */
  screen?: string | undefined;
}

/** The message that stands over the page until it is closed; one at a time. */
export const noticeAtom = atom<Notice | undefined>(undefined);

/** Own messages that were never opened, as far as the last look knows. */
export const unreadAtom = atom(0);

/** Whether the list of own messages is open beside the page. */
export const inboxOpenAtom = atom(false);
