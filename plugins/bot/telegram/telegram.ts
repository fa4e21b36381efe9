import { autoRetry } from '@grammyjs/auto-retry';
import type { PluginContext } from '@waypost/sdk';
import { Api, type RawApi } from 'grammy';
import { faultOf } from './fault.ts';

/** Where Telegram answers bots, unless an operator has entered another API root. */
const ROOT = 'https://api.telegram.org';
/** Longest wait for Telegram while a person waits for us, and how often: the queue writes to the same chat meanwhile. */
const MOST_PATIENCE_SECONDS = 5;
const MOST_WAITS = 3;
/** Requests are cut off by the platform after 30 seconds; long polling stays below. Tests wait less for what never comes. */
export const patience = { requestSeconds: 28 };

/** By what a bot is reached. */
export interface Access {
  token: string;
  /** Empty: Telegram's own. */
  api_root: string;
}

/** One bot at Telegram. */
export interface Telegram {
  /**
   * Makes a request.
   * Errors: `TelegramFault`
   */
  ask<M extends keyof RawApi>(
    method: M,
    payload: Parameters<RawApi[M]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<RawApi[M]>>>;
}

/**
 * @param options.isPatient waits a few seconds where Telegram says so: for what somebody waits for. The queue of messages
 *   keeps its own time, so that one wait holds for all.
 */
export function openTelegram(
  context: Pick<PluginContext, 'fetch' | 'internet'>,
  { token, api_root }: Access,
  { isPatient = true }: { isPatient?: boolean } = {},
): Telegram {
  const api = new Api(token, {
    apiRoot: api_root || ROOT,
    timeoutSeconds: patience.requestSeconds,
    // Of fetch grammy has a type of its own, which asks for more than what it calls.
    fetch: ((url: string, init: SentRequest) =>
      send(api_root === '' ? context.fetch : context.internet.fetchEndpoint, url, init)) as never,
  });
  if (isPatient)
    api.config.use(
      autoRetry({
        maxDelaySeconds: MOST_PATIENCE_SECONDS,
        maxRetryAttempts: MOST_WAITS,
        rethrowHttpErrors: true,
        rethrowInternalServerErrors: true,
      }),
    );
  // Its methods by name: of one that is chosen at run time the compiler knows neither payload nor answer.
  const raw = api.raw as unknown as Record<
    string,
    (payload: unknown, signal?: AbortSignal) => Promise<unknown>
  >;
  return {
    async ask(method, payload, signal) {
      try {
        return (await raw[method]?.(payload, signal)) as never;
      } catch (error) {
        throw faultOf(error, token);
      }
    },
  };
}

/** What grammY hands to `fetch`: its signal is of a library, and what it says of connections is Node's. */
interface SentRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Text, or the parts of a form with a file. */
  body?: string | AsyncIterable<Uint8Array>;
  signal?: { aborted: boolean; addEventListener(type: 'abort', listener: () => void): void };
}

async function send(
  fetch: PluginContext['fetch'],
  url: string,
  { method = 'GET', headers = {}, body, signal }: SentRequest,
): Promise<Response> {
  const ending = new AbortController();
  if (signal?.aborted) ending.abort();
  signal?.addEventListener('abort', () => ending.abort());
  return fetch(url, {
    method,
    headers,
    redirect: 'error',
    signal: ending.signal,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : await bytesOf(body) }),
  });
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
