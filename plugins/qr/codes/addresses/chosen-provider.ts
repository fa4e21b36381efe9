import { errors, GenerationType } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { urlKeyPlatform } from '../../screens/url_key_platform/resource.ts';
import { qrErrors } from '../errors.ts';
import type { StoredProvider } from '../providers/ask-provider.ts';
import { presetOf } from '../providers/values.ts';

/** Who is to make an address. `stored` is missing where nobody needs to be asked. */
export interface ChosenProvider {
  /** Empty: the platform itself. */
  id: string;
  name: string;
  kind: StoredProvider['kind'];
  generation_type: number;
  stored?: StoredProvider;
}

/** How a wish names one. */
export interface ProviderWish {
  provider?: string | undefined;
  generation_type?: number | undefined;
}

/**
 * The provider that a wish means: the one it names, else the first by name that is on and has the wanted type, else the
 * platform itself.
 * Errors: `invalid_input` 422 at `provider` for one that is not there; `qr.provider_off` 409;
 * `qr.generation_type_unavailable` 422 for a type that nobody has.
 */
export async function chosenProvider(
  context: PluginContext,
  { provider = '', generation_type }: ProviderWish,
): Promise<ChosenProvider> {
  if (provider !== '') return namedProvider(context, provider);
  const wanted = generation_type ?? GenerationType.selfRunEntry;
  const { kind } = presetOf(wanted);
  if (kind === 'self') return { id: '', name: '', kind, generation_type: wanted };
  const found = await context
    .model(urlKeyPlatform)
    .findOne({ state: 'on', generation_type: wanted })
    .sort({ name: 1, _id: 1 })
    .lean();
  if (found === null)
    throw qrErrors.generationTypeUnavailable.create(
      { generation_type: wanted },
      { errors: [{ path: 'generation_type', message: 'qr.fault.generation_type_unavailable' }] },
    );
  return chosen(found);
}

async function namedProvider(context: PluginContext, id: string): Promise<ChosenProvider> {
  const found = await context.model(urlKeyPlatform).findById(id).lean();
  if (found === null)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'provider', message: 'qr.fault.provider_unknown' }] },
    );
  if (found.state === 'off')
    throw qrErrors.providerOff.create(
      { name: found.name },
      { errors: [{ path: 'provider', message: 'qr.fault.provider_off' }] },
    );
  return chosen(found);
}

const chosen = (stored: StoredProvider): ChosenProvider => ({
  id: String(stored._id),
  name: stored.name,
  kind: stored.kind,
  generation_type: stored.generation_type,
  stored,
});
