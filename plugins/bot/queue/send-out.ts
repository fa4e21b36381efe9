import { CODE_REMOTE, type CodeRemote, type PluginContext, type Stored } from '@waypost/sdk';
import { InputFile } from 'grammy';
import type { TelegramFault } from '../telegram/fault.ts';
import { plainOf } from '../telegram/html.ts';
import type { Telegram } from '../telegram/telegram.ts';
import type { botMessage } from './message-resource.ts';
import type { Buttons } from './queue.ts';

type Row = Pick<Stored<typeof botMessage>, 'chat_id' | 'person' | 'kind' | 'about' | 'buttons'>;

/**
 * Sends a text, or a picture of a code with the text below it, with its buttons.
 * @returns false: what it shows is not there any more
 */
export async function sendOut(
  { context, telegram }: { context: PluginContext; telegram: Telegram },
  row: Row,
  body: string,
): Promise<boolean> {
  const { chat_id } = row;
  const markup = row.buttons ? { reply_markup: keyboardOf(row.buttons) } : {};
  const send = await sendingOf({ context, telegram }, row, { chat_id, ...markup });
  if (send === undefined) return false;
  await send(body, { parse_mode: 'HTML' }).catch((fault: TelegramFault) => {
    // Better without bold letters than not at all.
    if (fault.status === 400 && /can't parse entities/i.test(fault.description))
      return send(plainOf(body), {});
    throw fault;
  });
  return true;
}

type Marks = { parse_mode?: 'HTML' };

async function sendingOf(
  { context, telegram }: { context: PluginContext; telegram: Telegram },
  { kind, person, about }: Row,
  to: { chat_id: string },
): Promise<((text: string, marks: Marks) => Promise<unknown>) | undefined> {
  if (kind !== 'picture')
    return (text, marks) =>
      telegram.ask('sendMessage', { ...to, text, ...marks, link_preview_options: { is_disabled: true } });
  const png = await context.require<CodeRemote>(CODE_REMOTE, '^1')?.picture({ owner: person, id: about });
  if (png === undefined || png === null) return undefined;
  return (caption, marks) =>
    telegram.ask('sendPhoto', {
      ...to,
      photo: new InputFile(Buffer.from(png, 'base64'), 'code.png'),
      caption,
      ...marks,
    });
}

const keyboardOf = (buttons: string) => ({
  inline_keyboard: (JSON.parse(buttons) as Buttons).map((row) =>
    row.map(({ text, data }) => ({ text, callback_data: data })),
  ),
});
