import type { Answer, Challenge } from '@waypost/contract';
import { sealValue } from '../host/sdk/client/seal.ts';
import type { Credentials } from './accounts.ts';

export interface ApiAnswer<T> {
  status: number;
  body: Answer<T>;
  /** The content of an answer that worked; anything else fails the test with what the server said. */
  content: T;
}

export interface Api {
  token: string | undefined;
  call<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<T>>;
}

/** A caller of the product's API in English; without a token the public calls only. */
export function apiOf(origin: string, token?: string): Api {
  return {
    token,
    call: async <T>(path: string, body: unknown = {}, headers: Record<string, string> = {}) => {
      const response = await fetch(`${origin}/api/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': 'en-US',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Answer<T>;
      return {
        status: response.status,
        body: answer,
        get content() {
          if (answer.status !== true)
            throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
          return answer.content;
        },
      };
    },
  };
}

/** Seals a text for one field of one call with a fresh challenge. */
export async function seal(api: Api, text: string, area: string, call: string, field: string) {
  const challenge = await api.call<Challenge>('security/challenge');
  return sealValue(text, { area, call, field }, challenge.content);
}

/** What `administrator/login` answers, as far as tests read it. */
export interface OpenedSession {
  token: string;
  user_info: Record<string, unknown>;
}

/** Signs in as a browser does. */
export async function signIn(origin: string, credentials: Credentials): Promise<Api> {
  return apiOf(origin, (await openSession(origin, credentials)).token);
}

/** A session as the login screen gets it. */
export async function openSession(
  origin: string,
  { account, password }: Credentials,
): Promise<OpenedSession> {
  const guest = apiOf(origin);
  const sealed = await seal(guest, password, 'administrator', 'login', 'password');
  const { content } = await guest.call<OpenedSession>('administrator/login', { account, password: sealed });
  return content;
}
