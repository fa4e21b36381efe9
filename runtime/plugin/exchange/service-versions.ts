import type { Manifest } from '@waypost/contract';

type Declaring = Pick<Manifest, 'id' | 'services' | 'needs'>;

/** @throws TypeError for a service that plugin.json does not offer: nobody could know of it before it runs */
export function offeredVersion({ id, services }: Declaring, name: string): string {
  const version = services?.[name];
  if (version !== undefined) return version;
  throw new TypeError(
    `service ${name}: plugin.json of ${id} does not name it in "services", with its version`,
  );
}

/**
 * The versions that a plugin asks for: its own words, or what its plugin.json says.
 * @throws TypeError when neither says any
 */
export function wantedRange({ id, needs }: Declaring, name: string, range: string | undefined): string {
  const wanted = range ?? needs?.[name];
  if (wanted !== undefined) return wanted;
  throw new TypeError(
    `service ${name}: say which versions fit, as ^1, or name it in "needs" of plugin.json of ${id}`,
  );
}
