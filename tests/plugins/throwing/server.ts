import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const reachable = defineCall({
  area: 'throwing_area',
  call: 'reachable',
  body: z.strictObject({}),
  result: z.null(),
  access: { public: true },
  summary: 'Registered before setup fails: must never be served',
});

/** Registers a call, then fails: nothing of it may become visible. */
export const plugin = definePlugin({
  id: 'throwing',
  setup(context) {
    context.call(reachable, () => null);
    throw new Error('this plugin fails in setup');
  },
});
