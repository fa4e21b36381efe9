import { definePlugin } from '@waypost/sdk';

/** Claims an area that the plugin `good` answers. */
export const plugin = definePlugin({ id: 'same-area', setup() {} });
