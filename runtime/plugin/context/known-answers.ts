import { NONCE_PATH } from '@waypost/contract';
import type { KnownAnswers } from '@waypost/sdk';
import { requireCapability } from '../activation/capability.ts';
import type { ContextGround } from './ground.ts';

/** What the plugin has answered from memory: at the paths that its plugin.json names and that were granted. */
export function guardedAnswers({
  manifest,
  granted,
  answers,
}: Pick<ContextGround, 'manifest' | 'granted' | 'answers'>): KnownAnswers {
  const requirePath = (path: string): KnownAnswers => {
    requireCapability({ id: manifest.id, granted }, `answers:${path}`);
    if (path === NONCE_PATH) throw new TypeError(`${path} is answered by the platform: nothing is put there`);
    return answers();
  };
  return {
    put: async (path, entries) => requirePath(path).put(path, entries),
    remove: async (path, keys) => requirePath(path).remove(path, keys),
    replace: async (path, entries) => requirePath(path).replace(path, entries),
    async isOwnSignature(asked) {
      requireCapability({ id: manifest.id, granted }, `answers:${NONCE_PATH}`);
      return answers().isOwnSignature(asked);
    },
  };
}
