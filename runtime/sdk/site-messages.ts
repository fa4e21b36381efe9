/** A message of a plugin into the inboxes of people, each of whom reads it in the own language. */
export interface SiteMessage {
  /** Ids of accounts, or everybody whose role holds a permission node. Whoever is disabled or gone gets none. */
  to: { accounts: readonly string[] } | { permission: string };
  /** Locale key of the plugin: `<words>.title` and `<words>.content` are what is read. */
  words: string;
  /** What stands in the words. */
  params: Readonly<Record<string, string>>;
  /** Without words of a language, for searches and for channels beside the inbox: at most 100 and 4,000 characters. */
  plain: { title: string; content: string };
  /** Whoever was told of the same occasion is not told again, whichever and however many processes say it. */
  occasion: string;
  /** Screen that it leads to, such as `abuse_desk?id=…`. */
  screen?: string | undefined;
}

/** Service of the plugin `system`: site messages that plugins send. */
export interface SiteMessages {
  /** @returns how many accounts have got it now */
  tell(message: SiteMessage): Promise<number>;
}

/** Name that `SiteMessages` is provided under. */
export const SITE_MESSAGES = 'system.site_messages';
