// The page before sign-in is small: it does without.
import '@fontsource-variable/inter/wght.css';
// Arco renders its messages and dialogs with React 18's entry unless this stands first.
import '@arco-design/web-react/es/_util/react-19-adapter';
import '@arco-design/web-react/dist/css/arco.min.css';
import './zod-without-eval.ts';
// Once more: the theme puts its own values behind Arco's names, so it has to come after them.
import '@waypost/host-sdk/theme-after-arco.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { router } from './app/router.tsx';
import { bringWordsBy } from './locale/switch-language.ts';
import { loadAllWords } from './remote/load-remote.ts';

/**
 * Shows everything: the router, and with it whichever page the address names, or that of `path` in its place. The
 * router was made when this file was loaded and has to be told.
 */
export async function mountApp(element: HTMLElement, path?: string): Promise<void> {
  bringWordsBy(loadAllWords);
  if (path !== undefined) await router.navigate(path, { replace: true });
  createRoot(element).render(<App />);
}
