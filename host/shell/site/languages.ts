import { LOCALES, type Locale } from '@waypost/contract';
import { type Client, clientStore } from '@waypost/host-sdk';
import { atom } from 'jotai';
import { LOCALE_NAMES } from '../locale/words.ts';

export interface Language {
  code: Locale;
  title: string;
}

/** The languages that are offered; until the server has answered, those that the page has words for. */
export const languagesAtom = atom<readonly Language[]>(
  LOCALES.map((code) => ({ code, title: LOCALE_NAMES[code] })),
);

/** Asks which languages are shown. A failure, or a list without any that the page has words for, changes nothing. */
export async function loadLanguages(client: Client): Promise<void> {
  try {
    const page = await client.post<{ content: { code: string; title: string }[] }>('language', 'inquire', {
      show_status: 1,
    });
    const known = page.content.filter((one): one is Language => LOCALES.some((code) => code === one.code));
    if (known.length > 0) clientStore.set(languagesAtom, known);
  } catch {
    // The page works in the languages it has.
  }
}
