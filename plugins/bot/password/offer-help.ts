import { PASSWORD_HELP_POINT } from '@waypost/sdk';
import type { Bot } from '../bot.ts';
import { readConfig } from '../config/config.ts';

/** For how long what is offered is taken as known: everybody who comes to log in asks. */
const KNOWN_MS = 2_000;

/** Lets the login page lead to where the bot sends links, while there is a bot that does. */
export function offerHelp({ context }: Bot): void {
  let known = { time: Number.NEGATIVE_INFINITY, isOffered: false };
  context.points.contribute(PASSWORD_HELP_POINT, '^1', 'bot.telegram', {
    title: 'plugin.bot',
    screen: 'telegram_password',
    async isOffered() {
      const time = context.clock.now();
      if (time - known.time < KNOWN_MS) return known.isOffered;
      const { token, is_password_on } = await readConfig(context);
      known = { time, isOffered: token !== '' && is_password_on };
      return known.isOffered;
    },
  });
}
