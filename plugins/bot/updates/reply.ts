import type { StoredBinding } from '../binding/bindings.ts';
import type { Buttons } from '../queue/queue.ts';
import { escapeText } from '../telegram/html.ts';
import { say } from '../words.ts';

/** What is answered in a chat. */
export interface Reply {
  /** HTML of Telegram. */
  body: string;
  buttons?: Buttons;
  /** Id of the code whose picture comes with it. */
  picture?: string;
}

/** A sentence of the bot in which texts of people stand. */
export const sayEscaped = (
  locale: StoredBinding['locale'],
  key: string,
  params: Record<string, string | number>,
): string =>
  say(
    locale,
    key,
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        escapeText(typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value),
      ]),
    ),
  );
