import type { MenuNode } from '@waypost/contract/platform';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { entryByLetter, paletteEntries } from './match.ts';

/** How long `g` waits for its letter. */
const LETTER_MS = 1_500;

/** What makes a new one: in a screen's head, in the middle where nothing is yet. */
const NEW_BUTTON = ':is(header, .wp-first-step) .wp-button-primary:not([type="submit"])';

/** Keys of the back-office: Ctrl/Cmd-K, `/` search, `g` and a letter, `n` new, `?` all of them. Not while somebody is typing. */
export function useShortcuts({
  tree,
  onPalette,
  onShortcuts,
}: {
  tree: readonly MenuNode[];
  onPalette: () => void;
  onShortcuts: () => void;
}): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isBehindDialog()) return;
      const isGoing = event.timeStamp < goUntil;
      goUntil = 0;
      if (isGoing) {
        const entry = entryByLetter(paletteEntries(tree), event.key);
        if (entry) void navigate(entry.path);
      } else if (event.key === 'g') goUntil = event.timeStamp + LETTER_MS;
      else if (event.key === '/') press(event, 'search input');
      else if (event.key === '?') onShortcuts();
      else if (event.key === 'n') press(event, NEW_BUTTON);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [tree, onPalette, onShortcuts, navigate]);
}

/** Focuses a field of the screen, or presses a button of its head. */
function press(event: KeyboardEvent, selector: string): void {
  const found = document.querySelector<HTMLElement>(`#content ${selector}`);
  if (!found) return;
  event.preventDefault();
  if (found instanceof HTMLInputElement) found.focus();
  else found.click();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'))
  );
}

function isBehindDialog(): boolean {
  return document.querySelector('[role="dialog"], dialog[open]') !== null;
}
