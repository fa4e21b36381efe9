import { defineColumn, formatNumber } from '@waypost/host-sdk';
import { countsCall } from '../screens/print_claim/calls.ts';

/** Column of the list of QR codes: how many stickers lead to each code. One call a page. */
export const contribution = defineColumn<number>({
  title: 'print-batches.slot.stickers',
  load: async (ids, { client, signal }) => client.call(countsCall, { ids: [...ids] }, { signal }),
  Cell: ({ value }) => (value === undefined ? null : formatNumber(value)),
});
