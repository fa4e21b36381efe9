import type { WordsFunction } from '@waypost/host-sdk';

/** Those that name something after them; the rest stand for themselves. */
const NAMING = [
  'collections:read',
  'network',
  'realtime',
  'schedule',
  'hooks',
  'points',
  'answers',
  'process',
] as const;

/** What a plugin may do with a capability, as a plain sentence. One that nobody knows shows its own name. */
export function capabilityText(words: WordsFunction, capability: string): string {
  const kind = NAMING.find((one) => capability.startsWith(`${one}:`));
  const name = kind === undefined ? capability : capability.slice(kind.length + 1);
  const key = (kind ?? capability).replaceAll(':', '_');
  return words.first([`system.plugins.capability.${key}`, 'system.plugins.capability.other'], { name });
}

/** Those that reach beyond the plugin's own data: an administrator should look twice. */
export function isFarReaching(capability: string): boolean {
  return /^(platform|identity|settings:secrets|visits:pages|visits:shield|ledger:write|network:|internet:|collections:read:|process:)/.test(
    capability,
  );
}
