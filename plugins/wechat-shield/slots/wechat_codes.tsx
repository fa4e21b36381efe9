import { defineBatchAction } from '@waypost/host-sdk';
import { checkManyCall } from '../screens/wx_shield_detection/calls.ts';

/** Checks the chosen codes in WeChat; the tray shows how far it is and offers the table. */
export const contribution = defineBatchAction({
  label: 'wechat-shield.many.verb',
  run: async (rows, { client, track }) => {
    const { id } = await client.call(checkManyCall, { addresses: rows.map((row) => String(row.short_url)) });
    track(id);
  },
});
