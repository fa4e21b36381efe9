import type { KnownAnswers } from '@waypost/sdk';
import type { Peer } from '../channel/peer.ts';

/** What the plugin has answered from memory, through the host: it goes on while this process is away. */
export function remoteAnswers(peer: Peer): KnownAnswers {
  const ask = (method: keyof KnownAnswers, ...given: unknown[]) => peer.ask('answers', { method, given });
  return {
    async put(path, entries) {
      await ask('put', path, entries);
    },
    async remove(path, keys) {
      await ask('remove', path, keys);
    },
    async replace(path, entries) {
      await ask('replace', path, entries);
    },
    isOwnSignature: async (asked) => (await ask('isOwnSignature', asked)) === true,
  };
}
