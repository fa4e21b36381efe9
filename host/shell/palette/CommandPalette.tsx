import type { MenuNode } from '@waypost/contract/platform';
import { useWords } from '@waypost/host-sdk';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { byBestKind, looseEntries, matchEntries, paletteEntries } from './match.ts';
import { PaletteList, type PaletteOption } from './PaletteList.tsx';
import styles from './palette.module.css';
import { useFound } from './use-found.ts';
import { useVerbs } from './use-verbs.ts';

interface CommandPaletteProps {
  tree: readonly MenuNode[];
  onClose: () => void;
}

/** Screens shown beside what the server finds; without a text all of them are. */
const SCREENS_BESIDE = 6;

/**
 * Type a few letters, Enter opens the screen, code or person. A combobox over a list in groups, as ARIA describes it.
 * Screens and verbs are matched at once; what the server finds comes below them unless its name fits better. Letters in order fit
 * a screen only where nothing else is found.
 */
export function CommandPalette({ tree, onClose }: CommandPaletteProps) {
  const words = useWords();
  const navigate = useNavigate();
  const listId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, isSearching } = useFound(text);
  const all = paletteEntries(tree);
  const matched = matchEntries(all, text);
  const verbs = useVerbs(tree, text);
  const hasNone = matched.length + verbs.length + found.length === 0 && !isSearching;
  const screens = hasNone ? looseEntries(all, text) : matched;
  const unsorted: PaletteOption[] = [
    ...(text.trim() === '' ? screens : screens.slice(0, SCREENS_BESIDE)).map(({ id, name, group, path }) => ({
      id,
      kind: 'screen',
      name,
      note: group,
      path,
    })),
    ...verbs.map(({ id, name, path, run }) => ({ id, kind: 'verb', name, note: '', path, run })),
    ...found.map(({ id, kind, name, detail, path }) => ({
      id,
      kind,
      name,
      note: detail === name ? '' : detail,
      path,
    })),
  ];
  const options = text.trim() === '' ? unsorted : byBestKind(unsorted, text);
  const chosen = Math.min(at, options.length - 1);

  useEffect(() => {
    // The browser's own dialog keeps the focus inside and gives it back at the end.
    dialog.current?.showModal();
  }, []);

  const open = (option: PaletteOption | undefined) => {
    if (option === undefined) return;
    onClose();
    if (option.run) option.run();
    else void navigate(option.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setAt((chosen + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(options[chosen]);
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
        aria-activedescendant={options.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-label={words('palette.title')}
        aria-busy={isSearching}
        placeholder={words('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
      />
      <PaletteList id={listId} options={options} chosen={chosen} onChoose={setAt} onOpen={open} />
      {options.length > 0 ? null : (
        <p className={styles.none}>{words(isSearching ? 'palette.searching' : 'palette.none')}</p>
      )}
      <p className={styles.keys}>{words('palette.keys')}</p>
    </dialog>
  );
}
