import { z } from 'zod';
import type { Peer } from '../channel/peer.ts';

const zAnswer = z.object({
  url: z.string(),
  status: z.int(),
  statusText: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  isRedirected: z.boolean(),
});
/** Statuses whose answers have no body (Fetch, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

/** `fetch` through the host, which knows what hosts were granted. */
export async function fetchThroughHost(
  peer: Peer,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input instanceof URL ? input.href : input, init);
  const body = await request.arrayBuffer();
  const options = request.signal === null ? {} : { signal: request.signal };
  const answer = zAnswer.parse(
    await peer.ask(
      'fetch',
      {
        url: request.url,
        method: request.method,
        headers: [...request.headers],
        body: Buffer.from(body).toString('base64'),
        redirect: request.redirect,
      },
      options,
    ),
  );
  const bytes = WITHOUT_BODY.has(answer.status) ? null : Buffer.from(answer.body, 'base64');
  const response = new Response(bytes, {
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
  });
  Object.defineProperty(response, 'url', { value: answer.url });
  Object.defineProperty(response, 'redirected', { value: answer.isRedirected });
  return response;
}

/** Makes the global `fetch` the same, so that libraries reach what was granted and are told clearly what was not. */
export function replaceFetch(peer: Peer): void {
  const replaced = (input: string | URL | Request, init?: RequestInit) => fetchThroughHost(peer, input, init);
  globalThis.fetch = Object.assign(replaced, { preconnect: () => {} }) as typeof fetch;
}
