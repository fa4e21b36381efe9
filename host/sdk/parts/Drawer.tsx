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

let openDrawers = 0;

/** Everything behind the drawer is out of reach while one is open; Arco's pop-ups lie beside the root and stay usable. */
function holdBackground(): () => void {
  const root = document.getElementById('root');
  openDrawers += 1;
  root?.setAttribute('inert', '');
  return () => {
    openDrawers -= 1;
    if (openDrawers === 0) root?.removeAttribute('inert');
  };
}

/** A panel from the right with its own title and footer. Our own because Arco's has no dialog role and no label. */
export function Drawer(props: DrawerProps) {
  return props.isOpen ? createPortal(<OpenDrawer {...props} />, document.body) : null;
}

function OpenDrawer({ title, onClose, footer, actions, width = 640, children }: DrawerProps) {
  const words = useWords();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const before = document.activeElement;
    const release = holdBackground();
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
    return () => {
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
