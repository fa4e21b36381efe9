import type { ReactNode } from 'react';
import { LanguageOffer } from '../locale/LanguageOffer.tsx';
import { useSiteName } from '../site/website.ts';
import { LocaleMenu } from './LocaleMenu.tsx';
import { Logo } from './Logo.tsx';
import styles from './public-frame.module.css';
import { ThemeButton } from './ThemeButton.tsx';

/** Whose page it is, language and theme, around a page that is shown without the menu. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const name = useSiteName();
  return (
    <div className={styles.page}>
      <LanguageOffer />
      <header className={styles.top}>
        <div className={styles.brand}>
          <Logo />
          <span>{name}</span>
        </div>
        <LocaleMenu />
        <ThemeButton />
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
