import type { MenuNode } from '@waypost/contract/platform';
import { MenuButton, useWords } from '@waypost/host-sdk';
import { Link, useNavigate } from 'react-router-dom';
import { type MenuEntry, menuEntries } from '../menu/menu.ts';
import { useScreenPath } from '../menu/use-screen-path.ts';
import styles from './layout.module.css';
import { menuIcon } from './menu-icons.tsx';

/** The menu along the top: groups open as short menus, so that screens keep the whole width. */
export function TopMenu({ tree }: { tree: readonly MenuNode[] }) {
  const words = useWords();
  const navigate = useNavigate();
  const path = useScreenPath();
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
              onSelect: () => void navigate(screen.path),
            }))}
          />
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
