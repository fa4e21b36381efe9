import type { MenuNode } from '@waypost/contract/platform';
import { useWords } from '@waypost/host-sdk';
import { useLocation } from 'react-router-dom';
import { trailTo } from '../menu/menu.ts';
import styles from './layout.module.css';

/** Where the screen stands in the menu. */
export function Breadcrumbs({ tree }: { tree: readonly MenuNode[] }) {
  const words = useWords();
  const { pathname } = useLocation();
  const trail = trailTo(tree, pathname.replace(/\/+$/, ''));
  return (
    <nav aria-label={words('shell.breadcrumbs')} className={styles.crumbs}>
      <ol>
        {trail.map((node, index) => (
          <li key={node.id} aria-current={index === trail.length - 1 ? 'page' : undefined}>
            {node.name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
