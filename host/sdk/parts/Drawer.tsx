import { IconClose } from '@arco-design/web-react/icon';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useWords } from '../words/context.tsx';
import { IconButton } from './Button.tsx';
import styles from './drawer.module.css';

export interface DrawerProps {
  title: string;
  isOpen: boolean;
  /** Asked by the close button, Esc and a click beside the drawer. */
  onClose: () => void;
  footer?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Pixels; on phones the drawer has the whole width. Default 640. */
  width?: number;
  children: ReactNode;
}

/** Those that are open, the last on top. */
const openDrawers: HTMLElement[] = [];

/** What may lie over a drawer and has an Esc of its own. */
const ABOVE =
  '[role=dialog], [role=alertdialog], [role=listbox], [role=menu], dialog[open], .arco-picker-container, .arco-select-popup, .arco-popconfirm';

/** Everything behind the drawer is out of reach while one is open; Arco's pop-ups lie beside the root and stay usable. */
function holdBackground(panel: HTMLElement): () => void {
  const root = document.getElementById('root');
  openDrawers.push(panel);
  root?.setAttribute('inert', '');
  return () => {
    openDrawers.splice(openDrawers.indexOf(panel), 1);
    if (openDrawers.length === 0) root?.removeAttribute('inert');
  };
}

/** Whether nothing has the focus, because what had it has gone, and nothing lies over the drawer. */
function isLeftAlone(panel: HTMLElement): boolean {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body) return false;
  if (openDrawers.at(-1) !== panel) return false;
  return ![...document.querySelectorAll<HTMLElement>(ABOVE)].some(
    (other) => !openDrawers.includes(other) && !panel.contains(other) && other.getClientRects().length > 0,
  );
}

/** A panel from the right with its own title and footer. Our own because Arco's has no dialog role and no label. */
export function Drawer(props: DrawerProps) {
  return props.isOpen ? createPortal(<OpenDrawer {...props} />, document.body) : null;
}

function OpenDrawer({ title, onClose, footer, actions, width = 640, children }: DrawerProps) {
  const words = useWords();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);

  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const before = document.activeElement;
    const own = panel.current;
    if (own === null) return undefined;
    const release = holdBackground(own);
    if (!own.contains(document.activeElement)) own.focus();
    // A key that nothing has the focus for never comes to the panel.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isLeftAlone(own)) return;
      // The one below, which is the last from now on, is not meant as well.
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      release();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <div className={styles.layer}>
      <div className={styles.mask} aria-hidden="true" onClick={onClose} />
      <div
        ref={panel}
        className={styles.panel}
        style={{ '--drawer-width': `${width}px` } as CSSProperties}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.stopPropagation();
          onClose();
        }}
      >
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {actions}
          <IconButton label={words('action.close')} icon={<IconClose />} onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer ? <footer className={styles.footer}>{footer}</footer> : null}
      </div>
    </div>
  );
}
