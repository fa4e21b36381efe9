import { ClientProvider, clientStore, createClient, dictionary, sessionAtom } from '@waypost/host-sdk/light';
import { createRoot } from 'react-dom/client';
import { LoginPage } from '../login/LoginPage.tsx';
import { SiteInfo } from '../site/SiteInfo.tsx';

/** Shows the sign-in form by itself. `leave` is called with the path that signing in leads to. Returns what takes it away. */
export function mountLogin(element: HTMLElement, leave: (path: string) => Promise<void>): () => void {
  const client = createClient({
    token: () => clientStore.get(sessionAtom)?.token,
    locale: () => dictionary.language,
  });
  const root = createRoot(element);
  root.render(
    <ClientProvider client={client}>
      <SiteInfo />
      <LoginPage query={hashQuery()} onSignedIn={leave} />
    </ClientProvider>,
  );
  return () => root.unmount();
}

/** `code=abc` of `#/admin_login?code=abc`. */
function hashQuery(): string {
  const at = location.hash.indexOf('?');
  return at === -1 ? '' : location.hash.slice(at + 1);
}
