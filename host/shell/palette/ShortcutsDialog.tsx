import { IconClose } from '@arco-design/web-react/icon';
import type { MenuNode } from '@waypost/contract/platform';
import { IconButton, useWords } from '@waypost/host-sdk';
import { useEffect, useRef } from 'react';
import { lettersOf, paletteEntries } from './match.ts';
import styles from './palette.module.css';

/** What each key does: `g` leads to other places for whoever has another menu. */
export function ShortcutsDialog({ tree, onClose }: { tree: readonly MenuNode[]; onClose: () => void }) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // The browser's own dialog keeps the focus inside and gives it back at the end.
    dialog.current?.showModal();
  }, []);
  const rows: [keys: string[], what: string][] = [
    [['Ctrl', 'K'], words('palette.open')],
    [['/'], words('shortcuts.search')],
    [['n'], words('shortcuts.new')],
    ...lettersOf(paletteEntries(tree)).map(([letter, { name }]): [string[], string] => [['g', letter], name]),
    [['?'], words('shortcuts.title')],
    [['Esc'], words('action.close')],
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it; with keys the browser closes it on Escape
    <dialog
      ref={dialog}
      className={`${styles.palette} ${styles.shortcuts}`}
      aria-label={words('shortcuts.title')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <header className={styles.head}>
        <h2>{words('shortcuts.title')}</h2>
        <IconButton label={words('action.close')} icon={<IconClose />} onClick={onClose} />
      </header>
      <dl className={styles.shortcutList}>
        {rows.map(([keys, what]) => (
          <div key={keys.join(' ')}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
