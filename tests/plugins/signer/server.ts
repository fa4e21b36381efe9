import { AppError, defineCall, defineSettings, field } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const zName = z.enum(['keeper', 'crasher', 'stranger']);
const access = { signedIn: true } as const;
const tell = defineCall({
  area: 'signer',
  call: 'tell',
  body: z.strictObject({
    what: z.enum(['start', 'stop', 'state', 'ask']),
    name: zName,
    method: z.string().optional(),
    params: z.unknown().optional(),
    limitMs: z.number().optional(),
  }),
  result: z.unknown(),
  access,
  bodyLimit: 64 * 1024,
  summary: 'Uses a program of the plugin, and answers what became of it',
});

/** A plugin with two programs of its own: one that keeps a key, one that ends as soon as it is started. */
export const plugin = definePlugin({
  id: 'signer',
  async setup(context) {
    context.settings(
      defineSettings({ fields: { key: field(z.string().min(8), { default: '--------', secret: true }) } }),
    );
    await context.processes.start('keeper');
    context.call(tell, async ({ what, name, method = '', params, limitMs }) => {
      const { processes } = context;
      try {
        if (what === 'ask')
          return await processes.ask(name, method, params, limitMs === undefined ? {} : { limitMs });
        return (await processes[what](name)) ?? null;
      } catch (error) {
        return { thrown: error instanceof AppError ? error.code : String(error) };
      }
    });
  },
});
