import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';
import { askProvider } from '../providers/ask-provider.ts';
import type { ChosenProvider } from './chosen-provider.ts';
import type { AddressError, AddressStatus } from './values.ts';

/** What is kept of an address, or of why there is none. */
export interface AddressFields {
  generation_type: number;
  provider: string;
  provider_name: string;
  address: string;
  address_status: AddressStatus;
  address_error: AddressError | null;
}

/** The fields of a code whose address the platform makes itself. */
export function ownAddress({ id, name, generation_type }: ChosenProvider): AddressFields {
  const provider = { provider: id, provider_name: name };
  return { ...provider, generation_type, address: '', address_status: 'own', address_error: null };
}

/**
 * Has a provider make an address of a short link, as often as it is set to be asked. What keeps it from doing so is told
 * in the fields: a code is worth having without.
 */
export async function makeAddress(
  context: PluginContext,
  provider: ChosenProvider,
  wanted: { url: string; code: string; signal: AbortSignal },
): Promise<AddressFields> {
  const own = ownAddress(provider);
  if (provider.stored === undefined || provider.kind === 'self') return own;
  try {
    const { address } = await askProvider(context, provider.stored, wanted);
    return { ...own, address, address_status: 'made' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.log.info({ provider: provider.name, code: error.code }, 'a provider made no short address');
    const address_error = toldOf(error, provider.name);
    return { ...own, address_status: 'failed', address_error };
  }
}

const { providerStatus, providerNonsense, providerQuota, providerOff } = qrErrors;
/** What whoever has the code may be told as it is; other failures name the operator's servers. */
const TOLD = new Set([providerStatus.code, providerNonsense.code, providerQuota.code, providerOff.code]);

/** A sentence for whoever has the code: what they can do, and nothing of how the operator reaches the provider. */
function toldOf(error: AppError, name: string): AddressError {
  const fault = TOLD.has(error.code) ? error.code.slice('qr.provider_'.length) : 'unreachable';
  const params = fault === 'unreachable' ? { name } : { ...error.params };
  return { message: `qr.short_code.fault.${fault}`, params };
}
