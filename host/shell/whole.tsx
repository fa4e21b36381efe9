// Arco renders its messages and dialogs with React 18's entry unless this stands first.
import '@arco-design/web-react/es/_util/react-19-adapter';
import '@arco-design/web-react/dist/css/arco.min.css';
import './zod-without-eval.ts';
// Once more: the theme puts its own values behind Arco's names, so it has to come after them.
import '@waypost/host-sdk/theme.css?after-arco';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';

/** Shows everything: the router, and with it whichever page the address names. */
export function mountApp(element: HTMLElement): void {
  createRoot(element).render(<App />);
}
