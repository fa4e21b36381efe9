import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import { findBound } from './binding/bindings.ts';

/** What the owner of an account takes along: the chat that is bound to it. */
export function contributeAccountData(context: PluginContext): void {
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'bot.bindings', {
    title: 'menu.telegram_bot_binding',
    portion: async ({ account }: { account: string }) => {
      const found = await findBound(context, { owner: account });
      if (found === undefined) return { rows: [], next: null };
      const { first_name, username, language_code, chat_id, bind_time, locale, muted } = found;
      const { quiet_from, quiet_to, time_zone } = found;
      return {
        rows: [
          {
            first_name,
            username,
            language_code,
            chat_id,
            bind_time,
            locale,
            muted: muted.join(' '),
            quiet_from,
            quiet_to,
            time_zone,
          },
        ],
        next: null,
      };
    },
  });
}
