import type { MenuNode } from '@waypost/contract/platform';
import { useChosenInSight } from '@waypost/host-sdk';
import { Link, useLocation } from 'react-router-dom';
import { tabAddress, tabsAround } from '../menu/menu.ts';
import styles from './group-tabs.module.css';

/** Over a screen that is one of several tabs: links to the others, which get what of the address they share. */
export function GroupTabs({ tree }: { tree: readonly MenuNode[] }) {
  const { pathname, search } = useLocation();
  const around = tabsAround(tree, pathname.replace(/\/+$/, ''));
  const row = useChosenInSight<HTMLElement>('[aria-current="page"]', around && pathname);
  if (!around) return null;
  return (
    <nav ref={row} aria-label={around.group.name} className={`${styles.row} wp-fading`}>
      {around.tabs.map((tab) => (
        <Link
          key={tab.id}
          to={tabAddress(tab.path, search, around.keeps)}
          className={styles.tab}
          aria-current={tab.path === pathname ? 'page' : undefined}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  );
}
