import { definePlugin } from '@waypost/sdk';

/** Requires a plugin that is not installed; its setup must never run. */
export const plugin = definePlugin({
  id: 'missing-requirement',
  setup() {
    throw new Error('setup ran although a required plugin is missing');
  },
});
