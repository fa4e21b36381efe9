import type { Independence, PersonEntry, PluginContext } from '@waypost/sdk';
import { accountStates } from '../screens/administrators/account-states.ts';

/** How long somebody who got at an account may be the one who uses it, milliseconds. */
const HELD_BACK_MS = 7 * 86_400_000;
const PAGE = 100;
/** What gives an account credentials, rights or money. */
const GIVING =
  /^(?:wallet\.customer\.top_up|system\.(administrator|user)\.(add|enable|reset_password|password_link|mail_password_link|reset_second_factor|change_role|edit_balance))$/;
const CHANGING = /^system\.(administrator|user)\.update$/;
/** Fields whose change gives them: rights, and where links to new passwords go. */
const LEADING = ['role', 'email'] as const;

/** Reads in the audit log who has made accounts, or got at them, lately. */
export function independence(context: PluginContext): Independence {
  return {
    async heldBackUntil(account, others) {
      const names = await accountStates(context).names(others.filter((other) => other !== account));
      const by = new Set(Object.values(names));
      if (by.size === 0) return null;
      const since = context.clock.now() - HELD_BACK_MS;
      for (let page = 1; ; page += 1) {
        const query = { account, side: 'about', page, page_size: PAGE } as const;
        const { content } = await context.identity.people.history(query);
        for (const entry of content) {
          const time = Date.parse(entry.time);
          if (time <= since) return null;
          if (by.has(entry.by ?? '') && gives(entry)) return new Date(time + HELD_BACK_MS).toISOString();
        }
        if (content.length < PAGE) return null;
      }
    },
  };
}

function gives({ type, before, after }: Pick<PersonEntry, 'type' | 'before' | 'after'>): boolean {
  if (GIVING.test(type)) return true;
  return CHANGING.test(type) && LEADING.some((name) => read(before, name) !== read(after, name));
}

const read = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[name] : undefined;
