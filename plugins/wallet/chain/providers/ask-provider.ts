import type { PluginContext } from '@waypost/sdk';
import { ProviderFault } from './fault.ts';

/** Who tells of the chain: TronGrid, or a node that has its lists. */
export interface Provider {
  id: string;
  name: string;
  /** Without a slash at its end. */
  url: string;
  /** Requests in a second that it allows. */
  perSecond: number;
  /** Goes into `TRON-PRO-API-KEY`; empty: none. */
  key: string;
}

/** One question to a provider: a path below its address, and a body where it is a POST. */
export interface Question {
  path: string;
  method: 'get' | 'post';
  payload?: unknown;
}

const LIMIT_MS = 15_000;
const LIMIT_BYTES = 2 * 1024 * 1024;
/** TronGrid's own suspension, where it does not say how long. */
const LIMITED_MS = 30_000;
const KEY_MS = 10 * 60_000;
const AWAY_MS = 15_000;

/**
 * Asks a provider once. Redirects are not followed: what it says of money has to come from the address that was entered.
 * @throws ProviderFault with how long it is to rest
 */
export async function askProvider(
  { internet }: Pick<PluginContext, 'internet'>,
  provider: Provider,
  { path, method, payload }: Question,
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await internet.fetch(`${provider.url}/${path.replace(/^\/+/, '')}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      limitMs: LIMIT_MS,
      limitBytes: LIMIT_BYTES,
      headers: {
        accept: 'application/json',
        ...(method === 'post' ? { 'content-type': 'application/json' } : {}),
        ...(provider.key === '' ? {} : { 'TRON-PRO-API-KEY': provider.key }),
      },
      ...(method === 'post' ? { body: JSON.stringify(payload ?? {}) } : {}),
    });
    text = await response.text();
  } catch (error) {
    throw new ProviderFault('away', AWAY_MS, String(error));
  }
  if (response.status === 401) throw new ProviderFault('key', KEY_MS, 'the key is not taken');
  if (response.status === 429 || response.status === 403)
    throw new ProviderFault('limited', suspension(text), 'too many requests');
  if (!response.ok) throw new ProviderFault('away', AWAY_MS, `status ${response.status}`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProviderFault('nonsense', AWAY_MS, 'no JSON, or cut off');
  }
}

/** "… and the query server is suspended for 30 s": nothing else says how long. */
function suspension(text: string): number {
  const [, seconds] = /suspended for (\d{1,4})\s*s/.exec(text) ?? [];
  return seconds === undefined ? LIMITED_MS : Math.max(1, Number(seconds)) * 1_000;
}
