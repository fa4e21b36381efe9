import { definePlugin } from '@waypost/sdk';
import { mountBatches } from './screens/print_batch_list/routes.ts';
import { mountClaims } from './screens/print_claim/routes.ts';

/** Codes that are printed before anybody owns them: made by the thousand, claimed one by one. */
export const plugin = definePlugin({
  id: 'print-batches',
  async setup(context) {
    await mountBatches(context);
    mountClaims(context);
  },
});
