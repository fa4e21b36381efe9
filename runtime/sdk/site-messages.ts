import { AppError } from '@waypost/contract';
import type { PluginContext } from './context.ts';

/** A message of a plugin into the inboxes of people, each of whom reads it in the own language. */
export interface SiteMessage {
  /** Ids of accounts, or everybody whose role holds a permission node. Whoever is disabled or gone gets none. */
  to: { accounts: readonly string[] } | { permission: string };
  /** Locale key, which begins with the plugin's own id: `<words>.title` and `<words>.content` are what is read. */
  words: string;
  /** What stands in the words. */
  params: Readonly<Record<string, string>>;
  /** Without words of a language, for searches and for channels beside the inbox: at most 100 and 4,000 characters. */
  plain: { title: string; content: string };
  /**
   * Whoever was told by the same plugin, with the same words, of the same occasion is not told again, whichever and however
   * many processes say it.
   */
  occasion: string;
  /** Screen that it leads to, such as `abuse_desk?id=…`. */
  screen?: string | undefined;
}

/** Service of the plugin `system`: site messages that plugins send. */
export interface SiteMessages {
  /**
   * Errors: `invalid_input` 422 for what is no message and for words of another plugin; `site_messages_too_many` 429 after
   * 60 occasions of this plugin in a minute, or 300 in an hour: nothing was told, tell it again later.
   * @returns how many accounts have got it now
   */
  tell(message: SiteMessage): Promise<number>;
}

/** Name that `SiteMessages` is provided under. */
export const SITE_MESSAGES = 'system.site_messages';

/**
 * Tells people of something as far as inboxes take it now. Whoever keeps what is still to be told until this is true tells it
 * once and surely: of the same occasion nobody is told twice.
 * Errors: `invalid_input` 422, as of `SiteMessages`
 * @returns false: so much is told at once, or nobody has inboxes; nothing was told, tell it again later
 */
export async function tellNow(
  context: Pick<PluginContext, 'require'>,
  message: SiteMessage,
): Promise<boolean> {
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return false;
  try {
    await messages.tell(message);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'site_messages_too_many') return false;
    throw error;
  }
}
