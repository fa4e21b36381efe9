// Arco renders its messages and dialogs with React 18's entry unless this stands first.
import '@arco-design/web-react/es/_util/react-19-adapter';
import '@arco-design/web-react/dist/css/arco.min.css';
import './zod-without-eval.ts';
import '@waypost/host-sdk/theme.css';
import {
  applyTheme,
  dictionary,
  followOtherTabs,
  startWords,
  storedLocale,
  storedTheme,
} from '@waypost/host-sdk';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { shellWords } from './locale/words.ts';

applyTheme(storedTheme());
followOtherTabs();
const locale = storedLocale();
document.documentElement.lang = locale;
await startWords(locale, shellWords);
dictionary.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(<App />);
