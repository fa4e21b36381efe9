import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface OutgoingRequest {
  url: URL;
  method: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
}

export interface OutgoingAnswer {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Buffer;
}

/** An answer was larger than its limit. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/**
 * Sends one request to an address that was checked; the name is not looked up again.
 * @param limits.port where it is sent, whatever the address says
 * @throws AnswerTooLarge for a body larger than `limitBytes`; Error when the connection fails or the signal aborts
 */
export function requestOnce(
  { url, method, headers, body }: OutgoingRequest,
  address: LookupAddress,
  limits: { limitBytes: number; signal: AbortSignal; authorities?: readonly string[]; port?: number },
): Promise<OutgoingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(
    {
      protocol: url.protocol,
      hostname: url.hostname,
      port: limits.port ?? (url.port === '' ? undefined : Number(url.port)),
      path: `${url.pathname}${url.search}`,
      method,
      headers: Object.fromEntries([
        ...headers,
        ['content-length', String(body.length)],
        ...(limits.port === undefined ? [] : [['host', url.host]]),
      ]),
      agent: false,
      signal: limits.signal,
      ...(limits.authorities === undefined ? {} : { ca: [...limits.authorities] }),
      lookup: (_host, options, done) => {
        if (options.all) (done as unknown as (error: null, list: LookupAddress[]) => void)(null, [address]);
        else done(null, address.address, address.family);
      },
    },
    (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (size > limits.limitBytes) {
          // At once: what is here already would otherwise be taken for the whole answer.
          reject(new AnswerTooLarge(`an answer of more than ${limits.limitBytes} bytes`));
          request.destroy();
        } else parts.push(part);
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          statusText: answer.statusMessage ?? '',
          headers: headerPairs(answer.rawHeaders),
          body: Buffer.concat(parts),
        }),
      );
      answer.on('error', reject);
    },
  );
  request.on('error', reject);
  request.on('close', () => reject(new Error('the connection was closed before the answer was there')));
  request.end(body);
  return promise;
}

function headerPairs(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([String(raw[at]), String(raw[at + 1])]);
  return pairs;
}
