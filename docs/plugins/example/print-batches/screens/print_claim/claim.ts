import type { PluginContext } from '@waypost/sdk';
import { printErrors } from '../../errors.ts';
import { linkOf } from '../print_batch_list/make-stickers.ts';
import { batch } from '../print_batch_list/resource.ts';
import { readStickerCode } from '../print_batch_list/sticker-code.ts';
import { sticker } from './resource.ts';

/**
 * Gives a free sticker to `owner`. Of two who claim it at once one gets it.
 * Errors: `print-batches.unknown_code` 404, `print-batches.code_taken` 409.
 */
export async function claimSticker(
  context: PluginContext,
  claim: { code: string; url: string; qr_code?: string | undefined; owner: string },
): Promise<{ id: string; short_code: string }> {
  const short_code = readStickerCode(claim.code);
  const claimed = await context.transaction(async (session) => {
    const now = context.clock.date();
    const row = await context.model(sticker).findOneAndUpdate(
      { short_code, state: 'free' },
      {
        $set: {
          state: 'claimed',
          url: claim.url,
          qr_code: claim.qr_code ?? null,
          owner: claim.owner,
          claim_time: now,
          update_time: now,
        },
        $inc: { version: 1 },
      },
      { session, returnDocument: 'after', lean: true },
    );
    if (row === null) {
      const isKnown = await context.model(sticker).exists({ short_code }).session(session);
      throw (isKnown ? printErrors.codeTaken : printErrors.unknownCode).create({ code: short_code });
    }
    await context.model(batch).updateOne({ _id: row.batch }, { $inc: { claimed: 1 } }, { session });
    await context.visits.publish([linkOf(context, row)], session);
    return { id: row._id, short_code };
  });
  await context.events.emit('print-batches.claimed', { ...claimed, owner: claim.owner });
  return claimed;
}
