import { useWords } from '@waypost/host-sdk';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MenuNode } from '../menu/menu.ts';
import { matchEntries, paletteEntries } from './match.ts';
import styles from './palette.module.css';

interface CommandPaletteProps {
  tree: readonly MenuNode[];
  onClose: () => void;
}

/** Type a few letters, Enter opens the screen. A combobox over a list, as ARIA describes it. */
export function CommandPalette({ tree, onClose }: CommandPaletteProps) {
  const words = useWords();
  const navigate = useNavigate();
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = matchEntries(paletteEntries(tree), text);
  const chosen = Math.min(at, found.length - 1);

  useEffect(() => {
    // The browser's own dialog keeps the focus inside and gives it back at the end.
    dialog.current?.showModal();
  }, []);

  const open = (path: string | undefined) => {
    if (path === undefined) return;
    onClose();
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(found[chosen]?.path);
    }
  };
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, chosen]);

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={words('palette.title')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <input
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-label={words('palette.title')}
        placeholder={words('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
      />
      <div id={listId} className={styles.list} role="listbox" aria-label={words('shell.menu')}>
        {found.map((entry, index) => (
          <div
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onPointerMove={() => setAt(index)}
            onClick={() => open(entry.path)}
            onKeyDown={undefined}
          >
            {entry.name}
            <span className={styles.group}>{entry.group}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none}>{words('palette.none')}</p> : null}
      <p className={styles.keys}>{words('palette.keys')}</p>
    </dialog>
  );
}
