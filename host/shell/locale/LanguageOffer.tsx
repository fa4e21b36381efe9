import type { Locale } from '@waypost/contract/constants';
import { changeLocale, clientStore, hasChosenLocale, useLocale } from '@waypost/host-sdk/light';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { languagesAtom } from '../site/languages.ts';
import styles from './language-offer.module.css';
import { preferredLanguage } from './preferred-language.ts';
import { shellWords } from './words.ts';

interface LanguageOfferProps {
  /** Switches; where screens are open, their words come first. */
  onSwitch?: (locale: Locale) => Promise<unknown> | undefined;
}

/**
 * One line to somebody who has not chosen and whose browser asks for another of the offered languages, in that language.
 * Either answer is a choice and is kept.
 */
export function LanguageOffer({ onSwitch = changeLocale }: LanguageOfferProps) {
  const current = useLocale();
  const offered = useAtomValue(languagesAtom, { store: clientStore });
  const [isAnswered, setAnswered] = useState(hasChosenLocale);
  const other = preferredLanguage(
    navigator.languages,
    offered.map(({ code }) => code),
  );
  if (isAnswered || other === undefined || other === current) return null;
  const words = shellWords[other];
  const answer = (locale: Locale) => {
    setAnswered(true);
    void onSwitch(locale);
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
