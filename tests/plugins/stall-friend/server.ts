import { defineCall, defineError } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const notToday = defineError({ code: 'stall-friend.not_today', status: 409, params: ['what'] });

/** Beside the plugin `stall`: offers it a service, takes part in its orders and hears of its sales. */
export const plugin = definePlugin({
  id: 'stall-friend',
  setup(context) {
    const heard: unknown[] = [];
    context.provide('stall-friend.prices', { of: async (what: string) => what.length });
    context.hooks.before('stall.order.create', ({ change }) => {
      if (change?.what === 'snow') throw notToday.create({ what: 'snow' });
    });
    context.events.on('stall.sold', (payload) => void heard.push(payload));
    context.call(
      defineCall({
        area: 'stall_friend',
        call: 'heard',
        body: z.strictObject({}),
        result: z.unknown(),
        access: { public: true },
        summary: 'What the stall has told',
      }),
      () => heard,
    );
  },
});
