import type { PluginContext } from '@waypost/sdk';

/** Where the key of a provider is kept: nowhere else does it open. */
const placeOf = (id: string) => `provider/${id}/key`;

export const sealKey = (context: PluginContext, id: string, key: string): Promise<string> =>
  context.secrets.seal(placeOf(id), key);

/** The key of a provider; empty where it has none. @throws Error when it cannot be opened */
export async function openKey(
  context: PluginContext,
  { _id, key }: { _id: unknown; key: string },
): Promise<string> {
  if (key === '') return '';
  const opened = await context.secrets.open(placeOf(String(_id)), key);
  // Whoever moved or changed it has written into the store, or SECRET_KEY is another one.
  if (opened === null) throw new Error(`the key of provider ${String(_id)} cannot be opened`);
  return opened;
}
