import { AppError, errors } from '@waypost/contract';
import type { InternetErrorCode, PluginContext } from '@waypost/sdk';

/** Somebody waits for it, milliseconds. */
const LIMIT_MS = 5_000;
const REFUSED: ReadonlySet<string> = new Set<InternetErrorCode>([
  'internet_address_refused',
  'internet_address_invalid',
]);

/**
 * Refuses an address of our own network before it is saved. A provider that does not answer now is taken: it may be away.
 * @throws AppError `invalid_input` 422 at `url`
 */
export async function requirePublic(
  { internet }: Pick<PluginContext, 'internet'>,
  url: string,
): Promise<void> {
  try {
    await internet.fetch(url, { method: 'HEAD', redirect: 'manual', limitMs: LIMIT_MS, limitBytes: 1_024 });
  } catch (error) {
    if (!(error instanceof AppError && REFUSED.has(error.code))) return;
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'url', message: 'wallet.fault.provider_inside' }], cause: error },
    );
  }
}
