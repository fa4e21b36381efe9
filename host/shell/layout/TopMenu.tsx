import type { MenuNode } from '@waypost/contract/platform';
import { MenuButton, useWords } from '@waypost/host-sdk';
import { Link, useNavigate } from 'react-router-dom';
import { isOutside, type MenuEntry, menuEntries } from '../menu/menu.ts';
import { useScreenPath } from '../menu/use-screen-path.ts';
import styles from './layout.module.css';
import { menuIcon } from './menu-icons.tsx';

/** The menu along the top: groups open as short menus, so that screens keep the whole width. */
export function TopMenu({ tree }: { tree: readonly MenuNode[] }) {
  const words = useWords();
  const navigate = useNavigate();
  const path = useScreenPath();
  const go = (entry: MenuEntry) => {
    if (isOutside(entry)) window.open(entry.path, '_blank', 'noopener,noreferrer');
    else void navigate(entry.path);
  };
  return (
    <nav aria-label={words('shell.menu')} className={styles.topMenu}>
      {menuEntries(tree).map((node) =>
        node.children.length > 0 ? (
          <MenuButton
            key={node.id}
            label={words('shell.menu_group')}
            icon={menuIcon(node.icon)}
            text={<span>{node.name}</span>}
            items={leavesOf(node.children).map((screen) => ({
              name: screen.id,
              label: screen.name,
              isChecked: screen.paths.includes(path),
              onSelect: () => go(screen),
            }))}
          />
        ) : isOutside(node) ? (
          <a
            key={node.id}
            href={node.path}
            target="_blank"
            rel="noopener noreferrer"
            className={styles.topEntry}
          >
            {node.name}
            <span className="wp-visually-hidden">{words('shell.menu_outside')}</span>
          </a>
        ) : (
          <Link
            key={node.id}
            to={node.path}
            className={styles.topEntry}
            aria-current={node.paths.includes(path) ? 'page' : undefined}
          >
            {node.name}
          </Link>
        ),
      )}
    </nav>
  );
}

/** The entries of a group that lead somewhere. */
function leavesOf(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => (entry.children.length > 0 ? leavesOf(entry.children) : [entry]));
}
