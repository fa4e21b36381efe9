/**
 * A page that its writer means ill with: it tries everything by which it could act as the back-office that it stands beside,
 * and writes down what came of it. `got` in an outcome is something that it has laid hands on.
 */
export function hostilePage(landing: string): string {
  return `<!doctype html><title>hostile</title><h1>Welcome</h1><pre id="outcomes"></pre>
<form id="form" target="sent" method="post" action="/api/administrator/logout"><input name="x" value="1"></form>
<iframe id="frame" src="/"></iframe>
<script>(${attack.toString()})(${JSON.stringify(landing)})</script>`;
}

export type Outcomes = Record<string, string>;

/** Runs in the page. */
async function attack(landing: string): Promise<void> {
  const outcomes: Outcomes = {};
  const attempt = async (name: string, work: () => unknown): Promise<void> => {
    const limit = new Promise((_, refuse) => setTimeout(() => refuse(new Error('nothing came')), 5_000));
    try {
      const got = await Promise.race([Promise.resolve(work()), limit]);
      outcomes[name] =
        got === null || got === undefined || got === '' ? 'nothing' : `got ${String(got).slice(0, 40)}`;
    } catch (error) {
      outcomes[name] = `refused ${(error as Error).name}`;
    }
  };
  const post = { method: 'POST', credentials: 'include', body: '{}' } as const;
  const json = { 'content-type': 'application/json' };

  await attempt('local storage', () => localStorage.getItem('waypost.session'));
  await attempt('session storage', () => sessionStorage.getItem('planted'));
  await attempt('cookies', () => document.cookie);
  await attempt('indexed database', async () => {
    const opened = indexedDB.open('planted');
    return new Promise((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result.name);
      opened.onerror = () => reject(opened.error);
    });
  });
  await attempt('caches', async () => (await caches.keys()).join());
  await attempt('a call', async () =>
    (await fetch('/api/administrator/profile', { ...post, headers: json })).text(),
  );
  await attempt('a call as a form would make it', async () =>
    (await fetch('/api/website_info/inquire', { ...post, headers: { 'content-type': 'text/plain' } })).text(),
  );
  await attempt('the list of calls', async () => (await fetch('/api/openapi.json')).text());
  await attempt('the page of the back-office', async () =>
    (await fetch('/', { credentials: 'include' })).text(),
  );
  await attempt('the page by the older way', async () => {
    const request = new XMLHttpRequest();
    request.open('GET', '/', false);
    request.send();
    return request.responseText;
  });
  await attempt(
    'a service worker',
    async () => (await navigator.serviceWorker.register('/assets/worker.js')).scope,
  );
  await attempt('what opened it', () => window.opener.localStorage.length);
  await attempt('a window of the back-office', () => window.open('/')?.document.documentElement.outerHTML);
  await attempt('a frame of the back-office', () => {
    const frame = document.getElementById('frame') as HTMLIFrameElement;
    return frame.contentDocument?.querySelector('[src*="assets"]')?.outerHTML;
  });
  (document.getElementById('form') as HTMLFormElement).submit();
  (document.getElementById('outcomes') as HTMLElement).textContent = JSON.stringify(outcomes);
  if (location.hash === '#go') location.href = landing;
}
