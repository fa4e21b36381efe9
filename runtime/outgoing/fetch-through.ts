import { zOutgoingAnswer } from './wire.ts';

/** Statuses whose answers have no body (Fetch, "null body status"). */
const WITHOUT_BODY = new Set([101, 103, 204, 205, 304]);

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** `fetch` by way of whoever sends requests for a plugin; see createOutgoingFetch for what `send` takes and answers. */
export function fetchThrough(send: (params: object, signal: AbortSignal) => Promise<unknown>): Fetch {
  return async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init);
    const body = await request.arrayBuffer();
    const answer = zOutgoingAnswer.parse(
      await send(
        {
          url: request.url,
          method: request.method,
          headers: [...request.headers],
          body: Buffer.from(body).toString('base64'),
          redirect: request.redirect,
        },
        request.signal,
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
  };
}
