import type { MenuNode } from '@waypost/contract/platform';
import { useChosenInSight } from '@waypost/host-sdk';
import { Link, useLocation } from 'react-router-dom';
import { type TabRow, tabAddress, tabRows } from '../menu/menu.ts';
import styles from './group-tabs.module.css';

/** Over a screen that is one of several tabs: links to the others, and below them those of a group among them. */
export function GroupTabs({ tree }: { tree: readonly MenuNode[] }) {
  const { pathname } = useLocation();
  const rows = tabRows(tree, pathname.replace(/\/+$/, ''));
  if (rows.length === 0) return null;
  return (
    <div className={styles.tabs}>
      {rows.map((row) => (
        <Row key={row.group.id} {...row} />
      ))}
    </div>
  );
}

function Row({ group, tabs, keeps }: TabRow) {
  const { search } = useLocation();
  const row = useChosenInSight<HTMLElement>('[aria-current]', tabs.find(({ current }) => current)?.id);
  return (
    <nav ref={row} aria-label={group.name} className={`${styles.row} wp-fading`}>
      {tabs.map(({ id, name, path, current }) => (
        <Link key={id} to={tabAddress(path, search, keeps)} className={styles.tab} aria-current={current}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
