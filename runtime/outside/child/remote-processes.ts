import type { Processes, ProcessState } from '@waypost/sdk';
import type { Peer } from '../channel/peer.ts';

/** Programs of the plugin's own, which the host starts beside it. */
export function createRemoteProcesses(peer: Peer): Processes {
  const ask = (method: string, ...given: unknown[]) => peer.ask('processes', { method, given });
  return {
    async start(name) {
      await ask('start', name);
    },
    async stop(name) {
      await ask('stop', name);
    },
    ask: (name, method, params, options = {}) => ask('ask', name, method, params ?? null, options),
    state: async (name) => (await ask('state', name)) as ProcessState,
  };
}
