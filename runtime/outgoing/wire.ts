import { z } from 'zod';
import type { Followed } from './follow-redirects.ts';
import type { OutgoingRequest } from './request-once.ts';

/** A request as it crosses from a plugin to whoever sends it. */
export const zOutgoingRequest = z.object({
  url: z.string().max(8_192),
  method: z.string().regex(/^[A-Z]{1,20}$/),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(8_192)])).max(100),
  /** Base64. */
  body: z.string().max(5_600_000),
  redirect: z.enum(['follow', 'error', 'manual']),
});
export type WireRequest = z.infer<typeof zOutgoingRequest>;

/** Of the connection, not of the request; `cookie` and the like are the plugin's own matter. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
]);

/** @param url the one of the request, as it was found right */
export function requestOf({ method, headers, body }: WireRequest, url: URL): OutgoingRequest {
  return {
    url,
    method,
    headers: [
      ...headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
      ['accept-encoding', 'identity'],
    ],
    body: Buffer.from(body, 'base64'),
  };
}

/** An answer as it crosses back. */
export const zOutgoingAnswer = z.object({
  url: z.string(),
  status: z.int(),
  statusText: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Base64. */
  body: z.string(),
  isRedirected: z.boolean(),
});

export function wireAnswer({ answer, url, isRedirected }: Followed): z.infer<typeof zOutgoingAnswer> {
  return {
    url: url.href,
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    body: answer.body.toString('base64'),
    isRedirected,
  };
}
