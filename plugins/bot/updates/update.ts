import { z } from 'zod';

/** Whoever writes to the bot. */
export interface Writer {
  /** Id of the chat, as text. */
  chat: string;
  isPrivate: boolean;
  firstName: string;
  username: string;
  languageCode: string | undefined;
}

const zId = z.union([z.int(), z.string().regex(/^-?\d{1,20}$/)]).transform(String);
const zText = (most: number) => z.string().transform((text) => text.slice(0, most));
const zFrom = z.looseObject({
  first_name: zText(200).optional(),
  username: zText(100).optional(),
  language_code: zText(20).optional(),
});
const zChat = z.looseObject({ id: zId, type: z.string() });

/** What is read of an update of Telegram; everything else in it is passed over. */
export const zUpdate = z.looseObject({
  update_id: z.int().min(0),
  message: z.looseObject({ chat: zChat, from: zFrom.optional(), text: z.string().optional() }).optional(),
  /** A button below a message of the bot was pressed. */
  callback_query: z
    .looseObject({
      id: z.string(),
      from: zFrom,
      message: z.looseObject({ chat: zChat }).optional(),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z
    .looseObject({ chat: zChat, new_chat_member: z.looseObject({ status: z.string() }) })
    .optional(),
});
export type Update = z.output<typeof zUpdate>;

/** Kinds of updates that Telegram is asked for. */
export const ALLOWED_UPDATES = ['message', 'callback_query', 'my_chat_member'] as const;

export function writerOf({ chat, from }: Pick<NonNullable<Update['message']>, 'chat' | 'from'>): Writer {
  return {
    chat: chat.id,
    isPrivate: chat.type === 'private',
    firstName: from?.first_name ?? '',
    username: from?.username ?? '',
    languageCode: from?.language_code,
  };
}

/** `argument`: what stands behind the name; empty: nothing. */
export interface Command {
  name: string;
  argument: string;
}

/** `/start@my_bot abc` is `start` with `abc`; undefined: no command. */
export function commandOf(text: string): Command | undefined {
  const [, name, argument = ''] =
    /^\/([a-z_]{1,32})(?:@\w{1,64})?(?:\s+([\s\S]{0,200}))?\s*$/i.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), argument: argument.trim() };
}
