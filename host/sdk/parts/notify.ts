import { Message } from '@arco-design/web-react';
import { createElement } from 'react';
import { errorText } from '../words/use-error-text.ts';
import { dictionary, makeWords } from '../words/words.ts';

/** Milliseconds a message stays; what is read or answered stays longer than what is noticed. */
const SHOWN_MS = { short: 3000, long: 6000, undo: 8000 } as const;

let lastUndo = 0;

const isPhone = () => matchMedia('(max-width: 767px)').matches;

/**
 * A short message at the top of the page, on phones with the offer to undo at its lower edge: `success(text)` and `info(text)` go after 3 s, `error(text)` after 6 s or when it
 * is closed; `withUndo(text, verb, undo)` offers for 8 s to take back what was done.
 */
export const notify = {
  success: (text: string): void => {
    Message.success({ content: text, duration: SHOWN_MS.short });
  },
  info: (text: string): void => {
    Message.info({ content: text, duration: SHOWN_MS.short });
  },
  error: (text: string): void => {
    Message.error({ content: text, duration: SHOWN_MS.long, closable: true });
  },
  /** Says what was done and offers to undo it. */
  withUndo: (text: string, verb: string, undo: () => Promise<unknown>): void => {
    lastUndo += 1;
    const id = `undo-${lastUndo}`;
    const run = () => {
      Message.clear();
      undo().catch((error: unknown) => notify.error(errorText(error, makeWords(dictionary))));
    };
    const button = createElement('button', { type: 'button', className: 'wp-undo', onClick: run }, verb);
    Message.success({
      id,
      // On a phone the upper edge has the heading, and eight seconds are long.
      position: isPhone() ? 'bottom' : 'top',
      content: createElement('span', null, text, button),
      duration: SHOWN_MS.undo,
      closable: true,
    });
  },
};
