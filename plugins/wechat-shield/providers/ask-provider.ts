import { AppError, ShieldStatus } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { CheckedAddress } from '../address/rules.ts';
import type { Vote } from '../detection/values.ts';
import { MASK, maskAnswer } from './mask-answer.ts';
import { takeRequests } from './quota.ts';
import { readStatus } from './read-status.ts';
import { openKey } from './secret.ts';
import type { StoredProvider } from './stored.ts';
import { template } from './template.ts';
import type { VoteFault } from './values.ts';

/** Bytes of an answer that is to hold one status. */
const ANSWER_BYTES = 65_536;
const SECOND_MS = 1_000;
/** What stands between us and a provider, by the code with which the SDK tells it. */
const FAULTS: Readonly<Record<string, VoteFault>> = {
  internet_address_invalid: 'refused',
  internet_address_refused: 'refused',
  internet_no_address: 'no_address',
  internet_connection_refused: 'no_connection',
  internet_unreachable: 'no_connection',
  internet_connection_broken: 'no_connection',
  internet_timed_out: 'timed_out',
  internet_too_large: 'too_large',
  internet_tls_failed: 'tls',
  internet_redirected: 'redirected',
  internet_busy: 'busy',
};

/**
 * Asks a provider about an address. Whatever it does, something is said: what cannot be read is a detection that failed.
 * @param options.requests how many its limits have to have room for, and are counted; 0: it was counted before
 */
export async function askProvider(
  context: PluginContext,
  provider: StoredProvider,
  address: CheckedAddress,
  { signal, requests = 1 }: { signal?: AbortSignal | undefined; requests?: number } = {},
): Promise<Vote> {
  const id = String(provider._id);
  const base = { provider: id, name: provider.name, raw: '', ms: 0, counts: false };
  const failed = (fault: VoteFault) => ({ ...base, status: ShieldStatus.failed, fault });
  const refusal = requests > 0 ? await takeRequests(context, { ...provider, id }, requests) : '';
  if (refusal !== '') return failed(refusal);
  const key = await openKey(context, provider).catch((error: unknown) => {
    context.log.error({ error, provider: id }, 'the key of a detection provider cannot be opened');
    return undefined;
  });
  if (key === undefined) return failed('key');
  const begin = performance.now();
  const took = () => Math.round(performance.now() - begin);
  try {
    const response = await send(context, provider, { ...address, key }, signal);
    const text = await response.text();
    const read = response.ok
      ? readStatus(text, provider)
      : { status: ShieldStatus.failed, fault: 'http_status' as const };
    const raw = maskAnswer(response.ok ? text : `HTTP ${response.status}\n${text}`, key);
    return { ...base, ...read, raw, ms: took(), counts: read.status !== ShieldStatus.failed };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...failed(FAULTS[error.code] ?? 'no_address'), ms: took() };
  }
}

/** What a provider is sent about an address, as text and without its secrets. */
export function showRequest(provider: StoredProvider, address: CheckedAddress): string {
  const { url, headers, body } = requestOf(provider, { ...address, key: MASK });
  const head = [`${provider.method} ${url}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)];
  return maskAnswer([...head, ...(body === undefined ? [] : ['', body])].join('\n'), '');
}

interface Values {
  url: string;
  host: string;
  key: string;
}

function requestOf(provider: StoredProvider, values: Values) {
  const headers = new Headers({ accept: 'application/json, text/plain;q=0.9', 'user-agent': 'Waypost' });
  const sent = provider.method === 'POST' ? template.fillBody(provider.body, values) : undefined;
  if (sent) headers.set('content-type', sent.type);
  for (const [field, value] of template.fillHeaders(provider.headers, values)) headers.set(field, value);
  return { url: template.fillAddress(provider.endpoint, values), headers, body: sent?.body };
}

function send(
  context: PluginContext,
  provider: StoredProvider,
  values: Values,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { url, headers, body } = requestOf(provider, values);
  return context.internet.fetch(url, {
    method: provider.method,
    headers,
    // Nobody but the server that the operator named is sent the key.
    redirect: 'error',
    limitBytes: ANSWER_BYTES,
    limitMs: provider.timeout_seconds * SECOND_MS,
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
}
