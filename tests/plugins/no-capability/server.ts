import { definePlugin } from '@waypost/sdk';

/** Reads accounts without having asked for the capability. */
export const plugin = definePlugin({
  id: 'no-capability',
  async setup(context) {
    await context.identity.roleId('super');
  },
});
