import { AppError, errors } from '@waypost/contract';
import { type PluginContext, SITE_MESSAGES, type SiteMessages } from '@waypost/sdk';
import { alertWords } from './alert-letter.ts';
import type { AlertText } from './alert-text.ts';

/** Longest title of a message. */
const TITLE_LETTERS = 100;

/**
 * Puts an alert into inboxes, once for each occasion.
 * Errors: `site_messages_too_many` 429, which the next run gets past
 */
export async function tellInbox(
  context: PluginContext,
  { words, params, occasion, screen }: AlertText,
  to: { accounts: string[] } | { permission: string },
): Promise<void> {
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return;
  const plain = (part: 'title' | 'content') => alertWords('en-US', `${words}.${part}`, params);
  try {
    await messages.tell({
      to,
      words,
      params,
      occasion,
      screen,
      plain: { title: plain('title').slice(0, TITLE_LETTERS), content: plain('content') },
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== errors.invalidInput.code) throw error;
    // It would be refused for ever, and hold up those behind it.
    context.log.error({ error, occasion }, 'an alert about a domain was refused by the inboxes');
  }
}
