import type { Locale } from '@waypost/contract/constants';
import { useMemo, useSyncExternalStore } from 'react';
import { dictionary, makeWords, type Params, shownLocale, type WordsFunction } from './words.ts';

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

/**
 * The language of the interface, as far as things are there in three of them: for one that an operator has added it is the
 * one that stands in.
 */
export function useLocale(): Locale {
  useRevision();
  return shownLocale();
}

/** The language of the interface, such as `en-US`, or one that an operator has added: what servers and `Intl` are told. */
export function useLanguage(): string {
  useRevision();
  return dictionary.language;
}

/** A text by its key, inside JSX. */
export function Words({ k, params }: { k: string; params?: Params }) {
  return useWords()(k, params);
}
