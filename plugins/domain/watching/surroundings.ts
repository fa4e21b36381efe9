import type { PluginContext } from '@waypost/sdk';
import { type FindOwnPlace, readAddresses } from '../place/own-place.ts';
import type { ReadSettings } from '../settings.ts';
import type { Surroundings } from './look.ts';
import { createRegistrations } from './rdap/ask-registration.ts';

const MINUTE_MS = 60_000;

/** @returns finds out what holds for the looks of the next minute: settings, resolvers, where visits arrive */
export function createAround(
  context: PluginContext,
  { findPlace, readSettings }: { findPlace: FindOwnPlace; readSettings: ReadSettings },
): () => Promise<Surroundings> {
  const askRegistration = createRegistrations(context);
  return async () => {
    const settings = await readSettings();
    const { host, addresses } = await findPlace();
    return {
      // Those that an operator says beside, such as of a proxy.
      own: { host, addresses: [...addresses, ...readAddresses(settings.watch_addresses)] },
      resolvers: await context.internet.resolvers(),
      isSafe: isSafe(context, settings.watch_https),
      intervalMs: settings.watch_minutes * MINUTE_MS,
      rdapBase: settings.rdap_base,
      askRegistration,
    };
  };
}

/** Unless somebody says otherwise codes begin as the public address does. */
function isSafe({ platform }: PluginContext, said: 'as_public' | 'always' | 'never'): boolean {
  return said === 'as_public' ? platform.publicUrl.startsWith('https:') : said === 'always';
}
