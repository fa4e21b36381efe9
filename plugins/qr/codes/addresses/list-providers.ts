import { GenerationType, type ResultOf } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { addressProvidersCall } from '../../screens/short_code/calls.ts';
import { urlKeyPlatform } from '../../screens/url_key_platform/resource.ts';
import { NO_PROVIDER_ID } from '../providers/values.ts';

type Providers = ResultOf<typeof addressProvidersCall>['providers'];
/** Most that one chooses among. */
const MOST = 200;

/** Who can make addresses: the platform itself, then the providers that are on, by name. */
export async function listProviders(context: PluginContext): Promise<Providers> {
  const stored = await context
    .model(urlKeyPlatform)
    .find({ state: 'on', is_fixed: false })
    .sort({ name: 1, _id: 1 })
    .limit(MOST)
    .lean();
  return [
    { id: NO_PROVIDER_ID, name: '', generation_type: GenerationType.selfRunEntry, kind: 'self' },
    ...stored.map(({ _id, name, generation_type, kind }) => ({
      id: String(_id),
      name,
      generation_type,
      kind,
    })),
  ];
}
