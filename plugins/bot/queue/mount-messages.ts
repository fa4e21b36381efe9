import { ACCOUNT_STATES, type AccountStates } from '@waypost/sdk';
import type { Bot } from '../bot.ts';
import { botMessage } from './message-resource.ts';

/** Mounts the list of what was sent and what waits; it stands as a tab of the bot's screen. */
export function mountMessages({ context }: Bot): void {
  context.resource(botMessage, {
    async present(rows) {
      const ids = rows.map(({ id }) => id);
      const found = await context
        .model(botMessage)
        .find({ _id: { $in: ids } }, { person: 1 })
        .lean();
      const people = new Map(found.map(({ _id, person = '' }) => [String(_id), person]));
      const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
      const names = (await states?.names([...people.values()].filter((one) => one !== ''))) ?? {};
      return rows.map((row) => ({ ...row, account: names[people.get(row.id) ?? ''] ?? '' }));
    },
  });
}
