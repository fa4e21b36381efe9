import type { MenuNode } from '@waypost/contract/platform';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { tabAddress, tabsAround } from '../menu/menu.ts';
import styles from './group-tabs.module.css';

/** Over a screen that is one of several tabs: links to the others, which get what of the address they share. */
export function GroupTabs({ tree }: { tree: readonly MenuNode[] }) {
  const { pathname, search } = useLocation();
  const row = useRef<HTMLElement>(null);
  const around = tabsAround(tree, pathname.replace(/\/+$/, ''));
  const isShown = around !== undefined;
  // On a phone the row is longer than the screen. Only the row itself moves, never the page around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another tab in sight
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    // Also where the row gets narrower later, as when a phone is turned.
    const observer = new ResizeObserver(() => {
      const tab = element.querySelector<HTMLElement>('[aria-current="page"]');
      if (tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [pathname, isShown]);
  if (!around) return null;
  return (
    <nav ref={row} aria-label={around.group.name} className={styles.row}>
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
