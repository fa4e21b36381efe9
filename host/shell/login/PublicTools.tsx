import { Theme } from '@waypost/contract/constants';
import { clientStore, themeAtom, useClient, useLanguage, useWords } from '@waypost/host-sdk/light';
import { useAtom, useAtomValue } from 'jotai';
import { chooseLanguage } from '../locale/switch-language.ts';
import { languagesAtom } from '../site/languages.ts';
import styles from './login.module.css';

/** Language and theme on the pages before sign-in. */
export function PublicTools() {
  const words = useWords();
  const client = useClient();
  const current = useLanguage();
  const languages = useAtomValue(languagesAtom, { store: clientStore });
  const [theme, setTheme] = useAtom(themeAtom, { store: clientStore });
  const isDark = theme === Theme.dark;
  const label = words(isDark ? 'shell.theme_light' : 'shell.theme_dark');
  return (
    <header className={styles.top}>
      <select
        className={styles.language}
        aria-label={words('shell.language')}
        value={current}
        onChange={(event) => {
          const chosen = languages.find(({ code }) => code === event.target.value);
          if (chosen) void chooseLanguage(client, chosen.code);
        }}
      >
        {languages.map(({ code, title }) => (
          <option key={code} value={code}>
            {title}
          </option>
        ))}
        {languages.some(({ code }) => code === current) ? null : <option value={current}>{current}</option>}
      </select>
      <button
        type="button"
        className="wp-icon-button"
        aria-label={label}
        title={label}
        onClick={() => setTheme(isDark ? Theme.light : Theme.dark)}
      >
        <svg
          className={styles.glyph}
          width="16"
          height="16"
          viewBox="0 0 24 24"
          aria-hidden="true"
          focusable="false"
        >
          {isDark ? (
            <>
              <circle cx="12" cy="12" r="4" />
              <path d="M12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2M5 19l2-2M17 7l2-2" />
            </>
          ) : (
            <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z" />
          )}
        </svg>
      </button>
    </header>
  );
}
