import { createHash } from 'node:crypto';
import { newRow, type PluginContext, type Session } from '@waypost/sdk';
import type { MESSAGE_KINDS } from '../telegram/values.ts';
import { botMessage } from './message-resource.ts';

/** Job that sends what waits. */
export const SEND_MESSAGES = 'send_messages';
/** Hex digits of an id. */
const ID_LENGTH = 24;
/** How often the job is asked for at most: whoever sends looks once more before it ends. */
const WAKE_MS = 1_000;

/** Rows of buttons; `data` comes back with whoever presses one: 64 bytes at most. */
export type Buttons = readonly (readonly { text: string; data: string }[])[];

export interface NewMessage {
  chat: string;
  /** Id of the account; empty: of nobody who is bound. */
  person: string;
  kind: (typeof MESSAGE_KINDS)[number];
  /** Of an alert its kind, as people choose among them; of a picture the id of the code. */
  about?: string;
  buttons?: Buttons | undefined;
  /** Before then it does not go out. */
  after?: Date;
  /** HTML of Telegram; empty for a link to a password, which is made as it goes out. */
  body: string;
  /** The same message is put into the queue once, whoever says it and however often. */
  occasion: string;
}

/** Messages on their way to Telegram. They stand in the store until they are there. */
export interface Queue {
  /** @returns whether it was not there before. Within a transaction call `wake` behind it. */
  put(message: NewMessage, session?: Session): Promise<boolean>;
  /** Has what waits sent within seconds. */
  wake(): Promise<void>;
}

export function createQueue(context: PluginContext): Queue {
  const model = context.model(botMessage);
  let woken = Number.NEGATIVE_INFINITY;

  return {
    async put({ chat, person, kind, body, occasion, about = '', buttons = [], after }, session) {
      const fields = {
        chat_id: chat,
        person,
        kind,
        body,
        about,
        next_time: after ?? context.clock.date(),
        buttons: buttons.length === 0 ? '' : JSON.stringify(buttons),
      };
      const { _id, ...row } = newRow(context, botMessage, fields, { _id: idOf(`${chat} ${occasion}`) });
      const { upsertedCount } = await model.updateOne(
        { _id },
        { $setOnInsert: row },
        {
          upsert: true,
          ...(session === undefined ? {} : { session }),
        },
      );
      return upsertedCount > 0;
    },
    async wake() {
      const now = context.clock.now();
      if (now - woken < WAKE_MS) return;
      woken = now;
      await context.jobs.now(SEND_MESSAGES);
    },
  };
}

const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, ID_LENGTH);
