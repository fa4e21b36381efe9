import type { PluginSecrets } from '@waypost/sdk';
import { openFromStore, sealForStore } from '../sealed/store-value.ts';

/**
 * The secrets of one plugin: none opens what another one has sealed.
 * @param key 32 bytes
 */
export function createPluginSecrets(key: Uint8Array, plugin: string): PluginSecrets {
  const placeOf = (place: string) => `${plugin}/${place}`;
  return {
    seal: async (place, text) => sealForStore(key, placeOf(place), text),
    open: async (place, sealed) => openFromStore(key, placeOf(place), sealed) ?? null,
  };
}
