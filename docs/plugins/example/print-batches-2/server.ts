import { definePlugin } from '@waypost/sdk';
import { mountBatches } from './screens/print_batch_list/routes.ts';
import { keepLinkedCodes } from './screens/print_claim/keep-linked.ts';
import { sticker } from './screens/print_claim/resource.ts';
import { mountClaims } from './screens/print_claim/routes.ts';

/** Codes that are printed before anybody owns them: made by the thousand, claimed one by one. */
export const plugin = definePlugin({
  id: 'print-batches',
  migrations: [
    {
      number: 1,
      name: 'every sticker has a note',
      async up(context) {
        await context.model(sticker).updateMany({ note: { $exists: false } }, { $set: { note: '' } });
      },
    },
  ],
  async setup(context) {
    await mountBatches(context);
    mountClaims(context);
    keepLinkedCodes(context);
  },
});
