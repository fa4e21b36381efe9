import type { OutgoingAnswer, OutgoingRequest } from './request-once.ts';

export const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Not sent on to another origin. */
const CREDENTIALS = new Set(['authorization', 'cookie']);

/** Why a redirect is not followed. */
export const REFUSALS = {
  unwanted: 'answered with a redirect',
  too_many: 'answered with too many redirects',
  unreadable: 'answered with a redirect to what is no address',
} as const;

/** An answer, and where it came from in the end. */
export interface Followed {
  answer: OutgoingAnswer;
  url: URL;
  isRedirected: boolean;
}

export interface FollowOptions {
  redirect: 'follow' | 'error' | 'manual';
  /** Checks the address and sends one request there. Asked for each hop, so each hop is checked as the first was. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** What is thrown for a redirect where none was wanted, for one too many, and for one to what is no address. */
  refuse(what: keyof typeof REFUSALS, url: URL): Error;
}

/** Sends a request and those that its redirects ask for. */
export async function followRedirects(first: OutgoingRequest, options: FollowOptions): Promise<Followed> {
  let request = first;
  for (let hop = 0; ; hop += 1) {
    const answer = await options.send(request);
    const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    const isRedirect = REDIRECTS.has(answer.status) && location !== undefined;
    if (!isRedirect || options.redirect === 'manual')
      return { answer, url: request.url, isRedirected: hop > 0 };
    if (options.redirect === 'error') throw options.refuse('unwanted', request.url);
    if (hop >= MOST_REDIRECTS) throw options.refuse('too_many', request.url);
    const next = URL.parse(location, request.url);
    if (next === null) throw options.refuse('unreadable', request.url);
    request = redirected(request, answer.status, next);
  }
}

/** The request after a redirect (Fetch, "HTTP-redirect fetch"). */
function redirected(request: OutgoingRequest, status: number, url: URL): OutgoingRequest {
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || (status <= 302 && request.method === 'POST');
  const isElsewhere = url.origin !== request.url.origin;
  return {
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: isElsewhere
      ? request.headers.filter(([name]) => !CREDENTIALS.has(name.toLowerCase()))
      : request.headers,
    body: becomesGet ? Buffer.alloc(0) : request.body,
  };
}
