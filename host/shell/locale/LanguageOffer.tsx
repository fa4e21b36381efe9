import { LOCALES } from '@waypost/contract/constants';
import { clientStore, hasChosenLocale, useClient, useLanguage } from '@waypost/host-sdk/light';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { languagesAtom } from '../site/languages.ts';
import styles from './language-offer.module.css';
import { preferredLanguage } from './preferred-language.ts';
import { chooseLanguage } from './switch-language.ts';
import { shellWords } from './words.ts';

/**
 * One line to somebody who has not chosen and whose browser asks for another of the offered languages, in that language.
 * Either answer is a choice and is kept.
 */
export function LanguageOffer() {
  const client = useClient();
  const current = useLanguage();
  const offered = useAtomValue(languagesAtom, { store: clientStore });
  const [isAnswered, setAnswered] = useState(hasChosenLocale);
  const other = preferredLanguage(
    navigator.languages,
    // The line is in the language itself: the page has to have its words already.
    LOCALES.filter((locale) => offered.some(({ code }) => code === locale)),
  );
  if (isAnswered || other === undefined || other === current) return null;
  const words = shellWords[other];
  const answer = (language: string) => {
    setAnswered(true);
    void chooseLanguage(client, language);
  };
  return (
    <p className={styles.offer} lang={other}>
      <button type="button" className={styles.switch} onClick={() => answer(other)}>
        {words['shell.language_offer']}
      </button>
      <button
        type="button"
        className="wp-icon-button"
        aria-label={words['shell.language_keep']}
        title={words['shell.language_keep']}
        onClick={() => answer(current)}
      >
        <svg
          width="16"
          height="16"
          viewBox="0 0 24 24"
          aria-hidden="true"
          focusable="false"
          className={styles.cross}
        >
          <path d="M6 6l12 12M18 6L6 18" />
        </svg>
      </button>
    </p>
  );
}
