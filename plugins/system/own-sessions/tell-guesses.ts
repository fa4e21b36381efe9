import { GUESSED_SESSION_EVENT, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { tellPeople } from '../screens/message_list/notices.ts';

const zGuessed = z.object({ account: z.string(), isAll: z.boolean(), address: z.string() });

/** Tells the owner of an account that somebody has guessed in one of its sessions, who may be somebody else. */
export function tellGuesses(context: PluginContext): void {
  context.events.on(GUESSED_SESSION_EVENT, async (payload) => {
    const { account, isAll, address } = zGuessed.parse(payload);
    const what = isAll ? 'all' : 'one';
    await tellPeople(
      context,
      { _id: account },
      {
        notice: { kind: `system.notice.guessed.${what}`, params: { address } },
        written: {
          title: 'Session ended',
          content: `Wrong codes or passwords from ${address}`,
          occasion: `guessed ${what} ${context.clock.date().toISOString()}`,
        },
        screen: 'update_password',
        isAlert: true,
      },
    );
  });
}
