import { IconInfoCircle } from '@arco-design/web-react/icon';
import { HOME_PLACEMENT } from '@waypost/contract';
import { useWords } from '@waypost/host-sdk';
import type { CSSProperties } from 'react';
import type { ShownPage } from '../../home_page_config/calls.ts';
import styles from './home-page.module.css';
import { Jump } from './Jump.tsx';

/** What operators tell everybody. */
export function HomeNotice({ notice }: { notice: NonNullable<ShownPage['notice']> }) {
  const words = useWords();
  return (
    <section className={styles.notice} data-tone={notice.tone} aria-label={words('home.notice')}>
      <IconInfoCircle aria-hidden="true" />
      <p>{notice.text}</p>
    </section>
  );
}

/** Links that operators put there, in columns of 24: `isPhone` says how many one takes. */
export function HomeLinks({ links, isPhone }: { links: ShownPage['links']; isPhone: boolean }) {
  const words = useWords();
  const span = { '--span': isPhone ? HOME_PLACEMENT.phone : HOME_PLACEMENT.other } as CSSProperties;
  return (
    <nav className={styles.links} style={span} aria-label={words('home.links')}>
      {links.map((link) => (
        <Jump key={`${link.title} ${link.jump_address}`} {...link}>
          {link.title}
        </Jump>
      ))}
    </nav>
  );
}
