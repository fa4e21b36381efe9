import { DEFAULT_LOCALE, LOCALES, type Locale } from '@waypost/contract/constants';
import { useMemo, useSyncExternalStore } from 'react';
import { dictionary, makeWords, type Params, type WordsFunction } from './words.ts';

let revision = 0;

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    revision += 1;
    listener();
  };
  dictionary.on('languageChanged', onChange);
  dictionary.store?.on('added', onChange);
  return () => {
    dictionary.off('languageChanged', onChange);
    dictionary.store?.off('added', onChange);
  };
}

function useRevision(): number {
  return useSyncExternalStore(subscribe, () => revision);
}

/** Words in the user's language; the component renders again when the language or the words change. */
export function useWords(): WordsFunction {
  const current = useRevision();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the dictionary's content
  return useMemo(() => makeWords(dictionary), [current]);
}

/** The language of the interface. */
export function useLocale(): Locale {
  useRevision();
  return LOCALES.find((locale) => locale === dictionary.language) ?? DEFAULT_LOCALE;
}

/** A text by its key, inside JSX. */
export function Words({ k, params }: { k: string; params?: Params }) {
  return useWords()(k, params);
}
