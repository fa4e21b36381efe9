import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const opened = (call: string, permission: string) =>
  defineCall({
    area: 'desk',
    call,
    body: z.strictObject({}),
    result: z.literal('done'),
    access: { permission },
    summary: `Does what the button of ${permission} does`,
  });

/** A screen of a plugin with buttons, some of them about other things than the screen itself. */
export const plugin = definePlugin({
  id: 'desk',
  setup(context) {
    context.menu(
      { route: 'desk', parent: 'platform', sort: 7, icon: 'apps', roles: ['administrator'] },
      'desk.desk:read',
      ['desk.drawer:open', 'desk.lamp:light'],
    );
    context.call(opened('look', 'desk.desk:read'), () => 'done' as const);
    context.call(opened('open', 'desk.drawer:open'), () => 'done' as const);
    context.call(opened('light', 'desk.lamp:light'), () => 'done' as const);
  },
});
