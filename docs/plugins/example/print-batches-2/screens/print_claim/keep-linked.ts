import { defineError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { sticker } from './resource.ts';

const inUse = defineError({ code: 'print-batches.in_use', status: 409, params: ['count'] });

/** A QR code that stickers lead to is not thrown away: whoever scans one of them would stand before nothing. */
export function keepLinkedCodes(context: PluginContext): void {
  context.hooks.before('qr.code.bin', async ({ id }) => {
    const count = await context.model(sticker).countDocuments({ qr_code: id, state: 'claimed' });
    if (count > 0) throw inUse.create({ count });
  });
}
