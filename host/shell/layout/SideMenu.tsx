import { Tooltip } from '@arco-design/web-react';
import { IconDown } from '@arco-design/web-react/icon';
import type { MenuNode } from '@waypost/contract/platform';
import { useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { isOutside, type MenuEntry, menuEntries } from '../menu/menu.ts';
import { useScreenPath } from '../menu/use-screen-path.ts';
import styles from './layout.module.css';
import { menuIcon } from './menu-icons.tsx';

interface SideMenuProps {
  tree: readonly MenuNode[];
  /** Icons only. */
  isNarrow: boolean;
  onGo?: () => void;
}

/** The left menu as plain lists of links. Our own because Arco's menu has roles that axe finds wrong. */
export function SideMenu({ tree, isNarrow, onGo }: SideMenuProps) {
  const words = useWords();
  return (
    <nav aria-label={words('shell.menu')} className={styles.menu}>
      <ul>
        {menuEntries(tree).map((node) =>
          node.children.length > 0 ? (
            <Group key={node.id} node={node} isNarrow={isNarrow} onGo={onGo} />
          ) : (
            <Entry key={node.id} node={node} isNarrow={isNarrow} onGo={onGo} />
          ),
        )}
      </ul>
    </nav>
  );
}

interface NodeProps {
  node: MenuEntry;
  isNarrow: boolean;
  onGo: (() => void) | undefined;
}

function Group({ node, isNarrow, onGo }: NodeProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <li className={styles.group}>
      {isNarrow ? (
        <hr className={styles.groupLine} />
      ) : (
        <button
          type="button"
          className={styles.groupHead}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {node.name}
          <IconDown className={isOpen ? (styles.groupMark ?? '') : `${styles.groupMark} ${styles.closed}`} />
        </button>
      )}
      {isOpen || isNarrow ? (
        <ul aria-label={node.name}>
          {node.children.map((child) =>
            child.children.length > 0 ? (
              <Group key={child.id} node={child} isNarrow={isNarrow} onGo={onGo} />
            ) : (
              <Entry key={child.id} node={child} isNarrow={isNarrow} onGo={onGo} />
            ),
          )}
        </ul>
      ) : null}
    </li>
  );
}

function Entry({ node, isNarrow, onGo }: NodeProps) {
  const words = useWords();
  const path = useScreenPath();
  const content = (
    <>
      <span className={styles.entryIcon} aria-hidden="true">
        {menuIcon(node.icon)}
      </span>
      <span className={isNarrow ? 'wp-visually-hidden' : styles.entryText}>{node.name}</span>
    </>
  );
  const link = isOutside(node) ? (
    <a
      href={node.path}
      target="_blank"
      // Whoever stands behind the address learns nothing of this page, and cannot touch it.
      rel="noopener noreferrer"
      className={styles.entry}
      onClick={() => onGo?.()}
    >
      {content}
      <span className="wp-visually-hidden">{words('shell.menu_outside')}</span>
    </a>
  ) : (
    <Link
      to={node.path}
      className={styles.entry}
      aria-current={node.paths.includes(path) ? 'page' : undefined}
      onClick={() => onGo?.()}
    >
      {content}
    </Link>
  );
  return (
    <li>
      {isNarrow ? (
        <Tooltip content={node.name} position="right" mini>
          <span>{link}</span>
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
