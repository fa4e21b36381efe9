import { defineCall, defineError, defineSettings, field } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';
import { order } from './order.ts';

export const soldOut = defineError({ code: 'stall.sold_out', status: 409, params: ['what'] });
const open = { public: true } as const;
const call = <B extends z.ZodType>(name: string, body: B) =>
  defineCall({ area: 'stall', call: name, body, result: z.unknown(), access: open, summary: name });
const nothing = z.strictObject({});

/** A plugin of which every rule is broken once: in a test's context it has to fail as it does in the product. */
export const plugin = definePlugin({
  id: 'stall',
  async setup(context) {
    context.resource(order, {
      actions: {
        async sell({ id, row, session }) {
          if (row.pieces > 5) throw soldOut.create({ what: row.what });
          await context.model(order).updateOne({ _id: id }, { $inc: { version: 1 } }, { session });
          await context.events.emit('stall.sold', { what: row.what });
          return { sold: row.pieces };
        },
      },
    });
    const settings = context.settings(
      defineSettings({ fields: { greeting: field(z.string().max(20), { default: 'hello' }) } }),
    );
    const done: unknown[] = [];
    context.jobs.define('tidy', async (data) => void done.push(data));
    await context.jobs.every('1 hour', 'tidy');
    context.provide('stall.stock', { of: async (what: string) => what.length });
    context.call(call('later', nothing), () => context.jobs.now('tidy', { by: 'hand' }));
    context.call(call('done', nothing), () => done);
    context.call(call('greeting', nothing), async () => (await settings.get()).greeting);
    context.call(call('price', z.strictObject({ range: z.string() })), async ({ range }) => {
      const prices = context.require<{ of(what: string): Promise<number> }>('stall-friend.prices', range);
      return prices === undefined ? 'nobody offers it' : prices.of('tea');
    });
    context.call(call('unasked_schedule', nothing), () => context.jobs.every('1 hour', 'other'));
    context.call(call('unasked_capability', nothing), () => context.identity.roles());
    context.call(call('foreign_permission', nothing), () => {
      context.permission('stall-friend.thing:read');
    });
    context.call(call('foreign_event', nothing), () => context.events.emit('stall-friend.said', {}));
    context.call(call('undeclared_service', nothing), () => {
      context.provide('stall.other', {});
    });
    context.call(
      defineCall({
        area: 'stall',
        call: 'wrong_result',
        body: nothing,
        result: z.object({ count: z.int() }),
        access: open,
        summary: 'Answers something else than it declares',
      }),
      () => ({ count: 'many' }) as never,
    );
  },
});
