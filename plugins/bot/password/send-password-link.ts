import { AppError } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates } from '@waypost/sdk';
import { findBound } from '../binding/bindings.ts';
import type { Bot } from '../bot.ts';
import { readConfig } from '../config/config.ts';
import { askForPassword } from './ask-for-password.ts';

/** Job that sends a link to whoever asked for it on the page before the login. */
export const SEND_PASSWORD_LINK = 'send_password_link';
/** Accounts that begin as the one that was typed. */
const MOST_FOUND = 50;

/** Finds out whether there is such an account and where its links go; whoever typed it is told none of it. */
export function defineSendPasswordLink(bot: Bot): void {
  const { context } = bot;
  context.jobs.define(SEND_PASSWORD_LINK, async ({ account }) => {
    const owner = await accountOf(bot, String(account));
    if (owner === undefined) return;
    const [config, binding] = await Promise.all([readConfig(context), findBound(context, { owner })]);
    if (binding === undefined || config.token === '') return;
    // What is refused here is nobody's to read: it was not the chat that asked.
    await askForPassword(bot, { binding, config });
    await bot.queue.wake();
  });
}

async function accountOf({ context }: Bot, typed: string): Promise<string | undefined> {
  const states = context.require<AccountStates>(ACCOUNT_STATES, '^1.6');
  const name = nameOf(context.identity.accountName, typed);
  if (states === undefined || name === undefined) return undefined;
  const contacts = await states.contacts(await states.find(name, MOST_FOUND));
  const found = Object.entries(contacts).find(([, { account }]) => account === name)?.[0];
  return found !== undefined && (await states.isActive(found)) ? found : undefined;
}

/** An account as it is kept; undefined for what can be none. */
function nameOf(read: (typed: string) => string, typed: string): string | undefined {
  try {
    return read(typed);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
