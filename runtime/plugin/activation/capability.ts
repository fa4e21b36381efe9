import type { Activation } from './activation.ts';

/**
 * Passes when one of the capabilities was granted, at this moment of use.
 * @param capabilities in the form of `requestedCapabilities`
 * @throws TypeError: a fault of the plugin, told to the log and to nobody who calls the API
 */
export function requireCapability(
  activation: Pick<Activation, 'id' | 'granted'>,
  ...capabilities: [string, ...string[]]
): void {
  if (capabilities.some((capability) => activation.granted.has(capability))) return;
  const names = capabilities.map((capability) => `"${capability}"`).join(' or ');
  throw new TypeError(
    `plugin ${activation.id} has not the capability ${names}: its plugin.json asks for it and an administrator grants it`,
  );
}
