import { AppError, normalizeTarget } from '@waypost/contract';
import type { PluginContext, Stored } from '@waypost/sdk';
import type { urlKeyPlatform } from '../../screens/url_key_platform/resource.ts';
import { qrErrors } from '../errors.ts';
import { takeFromQuota } from './quota.ts';
import { readAnswer } from './read-answer.ts';
import { openSecret } from './secret.ts';
import { fillAddress, fillBody, fillHeaders, type TemplateValues } from './template.ts';
import { presetOf } from './values.ts';

export type StoredProvider = Stored<typeof urlKeyPlatform>;

/** Bytes of an answer that is to hold one address. */
const ANSWER_BYTES = 65_536;
const SECOND_MS = 1_000;
/** Pause before the second and each further trial. */
const PAUSE_MS = 300;
/** What may be otherwise a moment later. */
const PASSING_FAULTS: ReadonlySet<string> = new Set([
  ...['internet_connection_refused', 'internet_unreachable', 'internet_connection_broken'],
  ...['internet_timed_out', 'internet_busy', 'dns_server_failed', 'dns_timed_out'],
]);

/** What a provider has made, and what it took. */
export interface MadeAddress {
  address: string;
  /** Requests that were sent; 0: none was needed. */
  trials: number;
}

/**
 * Has a provider make a short address of a long one. What is ours needs no provider.
 * Errors: `qr.provider_off` 409; `qr.provider_quota` 429; `qr.provider_status`, `qr.provider_nonsense` 422, and those of
 * `context.internet` when the last trial failed.
 */
export async function askProvider(
  context: PluginContext,
  provider: StoredProvider,
  wanted: { url: string; code: string; signal?: AbortSignal },
): Promise<MadeAddress> {
  const { name, state, kind } = provider;
  if (state === 'off') throw qrErrors.providerOff.create({ name });
  if (kind === 'self') return { address: wanted.url, trials: 0 };
  const values = { url: wanted.url, code: wanted.code, secret: await openSecret(context, provider) };
  if (kind === 'template') {
    const address = normalizeTarget(fillAddress(provider.endpoint, values));
    if (address === undefined) throw qrErrors.providerNonsense.create({ name });
    return { address, trials: 0 };
  }
  for (let trial = 1; ; trial += 1) {
    try {
      return { address: await askOnce(context, provider, values, wanted.signal), trials: trial };
    } catch (error) {
      if (trial > provider.retries || !isPassing(error)) throw error;
      context.log.info({ provider: name, trial, error }, 'a provider of short addresses is asked again');
      await Bun.sleep(PAUSE_MS * trial);
      wanted.signal?.throwIfAborted();
    }
  }
}

async function askOnce(
  context: PluginContext,
  provider: StoredProvider,
  values: TemplateValues,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { name, generation_type } = provider;
  await takeFromQuota(context, { ...provider, id: String(provider._id) });
  const preset = presetOf(generation_type);
  const method = provider.method === 'preset' ? preset.method : provider.method;
  const headers = new Headers({ accept: 'application/json, text/plain;q=0.9', 'user-agent': 'Waypost' });
  const sent = method === 'POST' ? fillBody(provider.body || preset.body, values) : undefined;
  if (sent) headers.set('content-type', sent.type);
  for (const [field, value] of fillHeaders(provider.headers, values)) headers.set(field, value);
  const response = await context.internet.fetch(fillAddress(provider.endpoint, values), {
    method,
    headers,
    // Nobody but the server that the operator named is sent the secret.
    redirect: 'error',
    limitBytes: ANSWER_BYTES,
    limitMs: provider.timeout_seconds * SECOND_MS,
    ...(sent ? { body: sent.body } : {}),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw qrErrors.providerStatus.create({ name, status: response.status });
  const address = readAnswer(text, provider.response_path || preset.response_path);
  if (address === undefined) throw qrErrors.providerNonsense.create({ name });
  return address;
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.code !== qrErrors.providerStatus.code) return PASSING_FAULTS.has(error.code);
  const status = Number(error.params.status);
  return status >= 500 || status === 429;
}
