import { defineCall } from '@waypost/contract';
import { definePlugin, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { attacks, endings } from './attacks.ts';

const attack = defineCall({
  area: 'outside_hostile',
  call: 'attack',
  body: z.strictObject({ name: z.string(), given: z.string().optional() }),
  result: z.unknown(),
  access: { public: true },
  summary: 'Tries to do harm, and answers how far it came',
});
const alive = defineCall({
  area: 'outside_hostile',
  call: 'alive',
  body: z.strictObject({}),
  result: z.object({ pid: z.int() }),
  access: { public: true },
  summary: 'Answers the process that answers',
});

/** A plugin that tries everything that a plugin must not be able to do. */
export const plugin = definePlugin({
  id: 'outside-hostile',
  setup(context: PluginContext) {
    const notes = context.collection<{ text: string }>({ name: 'note', fields: { text: String } });
    context.call(alive, () => ({ pid: process.pid }));
    context.call(attack, async ({ name, given = '' }) => {
      const ending = endings[name];
      if (ending !== undefined) return ending(context);
      try {
        return { reached: await attacks[name]?.({ given, context, model: notes }) };
      } catch (error) {
        return { refused: String(error) };
      }
    });
  },
});
