import type { PluginContext } from '@waypost/sdk';

/** Where the secret of a provider is kept: nowhere else does it open. */
const placeOf = (id: string) => `url_key_platform/${id}/secret`;

export const sealSecret = (context: PluginContext, id: string, secret: string): Promise<string> =>
  context.secrets.seal(placeOf(id), secret);

/** The secret of a provider; empty where it has none. @throws Error when it cannot be opened */
export async function openSecret(
  context: PluginContext,
  { _id, secret }: { _id: unknown; secret: string },
): Promise<string> {
  if (secret === '') return '';
  const opened = await context.secrets.open(placeOf(String(_id)), secret);
  // Whoever moved or changed it has written into the store, or SECRET_KEY is another one.
  if (opened === null) throw new Error(`the secret of provider ${String(_id)} cannot be opened`);
  return opened;
}
