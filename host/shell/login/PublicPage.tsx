import { type ReactNode, useEffect } from 'react';
import { Logo } from '../layout/Logo.tsx';
import { LanguageOffer } from '../locale/LanguageOffer.tsx';
import { useSiteName } from '../site/website.ts';
import styles from './login.module.css';
import { PublicTools } from './PublicTools.tsx';

interface PublicPageProps {
  /** Of the browser's tab. */
  title: string;
  heading: string;
  text: string;
  children: ReactNode;
}

/** The frame of the pages before sign-in. */
export function PublicPage({ title, heading, text, children }: PublicPageProps) {
  const name = useSiteName();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <div className={styles.page}>
      <LanguageOffer />
      <PublicTools />
      <main className={styles.main}>
        <div className={styles.box}>
          <Logo size={40} />
          <h1 className={styles.title}>{heading}</h1>
          <p className={styles.text}>{text}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
