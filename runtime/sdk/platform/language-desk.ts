import type { Locale } from '@waypost/contract';

/** Where words come from. */
export interface WordSource {
  /** `platform.server`, `platform.shell`, `platform.visit`, or a plugin. */
  id: string;
  /** Locale key of what it is called. */
  title: string;
  /** Its sentences by key, as its files have them. */
  words: Readonly<Record<Locale, ReadonlyMap<string, string>>>;
}

/** What operators have written in one language, by source and key. */
export interface LanguageWords {
  /** Another one after each change. */
  stamp: string;
  words: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The words of this installation, for plugins with the capability `platform`. What operators write stands in the
 * collections `system_language` and `system_language_word`, which every process follows.
 */
export interface LanguageDesk {
  /** All words of the product and of the plugins that are on. */
  sources(): Promise<readonly WordSource[]>;
  /** What was written in a language, as this process answers with it. */
  inForce(language: string): Promise<LanguageWords>;
  /** Reads languages and words anew in this process: whoever has changed one is answered by it at once. */
  reload(): Promise<void>;
}
