import type { PluginContext, Stored } from '@waypost/sdk';
import { providerResource } from '../../screens/pay_config/resource.ts';
import type { Provider } from './ask-provider.ts';

export type StoredProvider = Stored<typeof providerResource>;

const placeOf = (id: string) => `pay_provider/${id}/key`;

export const sealKey = (context: PluginContext, id: string, key: string): Promise<string> =>
  context.secrets.seal(placeOf(id), key);

/** As it is asked. @throws Error when its key cannot be opened */
export async function openProvider(context: PluginContext, row: StoredProvider): Promise<Provider> {
  const id = String(row._id);
  const key = row.key === '' ? '' : await context.secrets.open(placeOf(id), row.key);
  // Whoever moved or changed it has written into the store, or SECRET_KEY is another one.
  if (key === null) throw new Error(`the key of provider ${id} cannot be opened`);
  return { id, name: row.name, url: row.url.replace(/\/+$/, ''), perSecond: row.per_second, key };
}

/** Those that are on, in the order in which they are asked. */
export async function readProviders(context: PluginContext): Promise<Provider[]> {
  const rows = await context.model(providerResource).find({ state: 'on' }).sort({ sort: -1, _id: 1 }).lean();
  return Promise.all(rows.map((row) => openProvider(context, row)));
}
