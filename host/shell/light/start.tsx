import '@waypost/host-sdk/theme.css';
import { applyTheme, dictionary, followOtherTabs, startWords, storedTheme } from '@waypost/host-sdk/light';
import { arrivalLocale } from '../locale/arrival-locale.ts';
import { startStoredWords } from '../locale/word-changes.ts';
import { shellWords } from '../locale/words.ts';
import { isLoginPage } from './is-login-page.ts';
import { mountLogin } from './mount-login.tsx';

/** The rest of the page, loaded. */
export interface WholePage {
  mountApp(element: HTMLElement, path?: string): Promise<void>;
}

/** The rest is loaded when the browser has nothing better to do, but not later than this, milliseconds. */
const PATIENCE_MS = 2_000;

const LOGIN_HASH = '#/admin_login';

/**
 * Starts the page: words and theme, then the sign-in form alone or the whole.
 * @param loadWhole loads the rest of the page; called once or more
 */
export async function start(loadWhole: () => Promise<WholePage>, isLight: boolean): Promise<void> {
  applyTheme(storedTheme());
  followOtherTabs();
  const locale = arrivalLocale();
  document.documentElement.lang = locale;
  await startWords(locale, shellWords);
  startStoredWords();
  dictionary.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const element = document.getElementById('root');
  if (!element) throw new Error('the page has no root element');
  if (!isLight) {
    await (await loadWhole()).mountApp(element);
    return;
  }
  const leave = async (path?: string) => {
    window.removeEventListener('hashchange', onHash);
    try {
      const { mountApp } = await loadWhole();
      unmount();
      await mountApp(element, path);
    } catch {
      // The connection broke before the rest was here: the browser's own loading tells so, and goes on when it can.
      if (path !== undefined) location.hash = path;
      location.reload();
    }
  };
  const onHash = () => {
    if (!isLoginPage()) void leave();
  };
  // Of `/` alone: what somebody copies or bookmarks says where it leads.
  if (!location.hash.startsWith(LOGIN_HASH))
    history.replaceState(history.state, '', LOGIN_HASH + location.hash.replace(/^#?\/?/, ''));
  window.addEventListener('hashchange', onHash);
  const unmount = mountLogin(element, leave);
  whenIdle(() => void loadWhole());
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: PATIENCE_MS });
  else setTimeout(work, PATIENCE_MS / 10);
}
