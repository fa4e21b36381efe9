import type { PluginContext } from '@waypost/sdk';
import { z } from 'zod';

const zName = z.string().max(200);
const zAsked = z.discriminatedUnion('method', [
  z.object({ method: z.enum(['start', 'stop', 'state']), given: z.tuple([zName]) }),
  z.object({
    method: z.literal('ask'),
    given: z.tuple([zName, zName, z.unknown(), z.strictObject({ limitMs: z.number().exactOptional() })]),
  }),
]);

/** What the plugin asks of its own programs, which stand beside it: through the host's own context of it, which checks names and grants. */
export function processAnswers({ processes }: Pick<PluginContext, 'processes'>) {
  return {
    async processes(params: unknown): Promise<unknown> {
      const asked = zAsked.parse(params);
      if (asked.method === 'ask') return processes.ask(...asked.given);
      return (await processes[asked.method](asked.given[0])) ?? null;
    },
  };
}
