import type { Capability, Manifest } from '@waypost/contract';

/** @throws TypeError when the manifest asks for none of the capabilities */
export function requireCapability(manifest: Manifest, ...capabilities: Capability[]): void {
  if (capabilities.some((capability) => manifest.capabilities?.includes(capability))) return;
  const names = capabilities.map((capability) => `"${capability}"`).join(' or ');
  throw new TypeError(
    `plugin ${manifest.id} has not the capability ${names}: its plugin.json does not ask for it`,
  );
}
