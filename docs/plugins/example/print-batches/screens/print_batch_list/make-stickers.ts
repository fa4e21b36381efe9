import {
  AccessMode,
  JumpType,
  RotationModel,
  type VisitLink,
  VisitRestriction,
  YesNo,
} from '@waypost/contract';
import { newRow, type PluginContext } from '@waypost/sdk';
import { sticker } from '../print_claim/resource.ts';
import { batch } from './resource.ts';
import { newStickerCode } from './sticker-code.ts';

/** Stickers of one transaction: small enough that nobody waits for it. */
const PORTION = 250;

/**
 * Makes what is missing of a batch, portion by portion. A run that is cut off leaves whole portions; two runs at once do
 * not make too many, because each portion is bound to the number that was there before it.
 */
export async function makeStickers(
  context: PluginContext,
  { id, landing_url }: { id: string; landing_url: string },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const found = await context.model(batch).findById(id).lean();
    if (found === null || found.state === 'ready') return;
    const missing = found.size - found.made;
    if (missing > 0)
      await makePortion(context, { id, landing_url, made: found.made, count: Math.min(missing, PORTION) });
    else {
      const { modifiedCount } = await context
        .model(batch)
        .updateOne({ _id: id, state: 'making' }, { $set: { state: 'ready' } });
      // Whoever has set it tells it, once.
      if (modifiedCount === 1)
        await context.events.emit('print-batches.batch_ready', { id, name: found.name, size: found.size });
      return;
    }
  }
}

async function makePortion(
  context: PluginContext,
  { id, landing_url, made, count }: { id: string; landing_url: string; made: number; count: number },
): Promise<void> {
  await context.transaction(async (session) => {
    const { modifiedCount } = await context
      .model(batch)
      .updateOne({ _id: id, made }, { $inc: { made: count } }, { session });
    if (modifiedCount === 0) return;
    const rows = Array.from({ length: count }, () => {
      const short_code = newStickerCode(context.random);
      return newRow(
        context,
        sticker,
        { batch: id, short_code, state: 'free', url: null, qr_code: null, claim_time: null },
        { owner: NOBODY },
      );
    });
    await context.model(sticker).insertMany(rows, { session });
    // The codes are taken from now on: no other code of the platform can get one of them.
    await context.visits.publish(
      rows.map((row) => linkOf(context, row, landing_url)),
      session,
    );
  });
}

/** Owner of what nobody has claimed. */
export const NOBODY = '0'.repeat(24);

/** The link of a sticker as the visit path answers it: switched off until it leads somewhere. @param landing where a free one leads */
export function linkOf(
  context: PluginContext,
  row: { _id: string; owner?: string; short_code: string; state: 'free' | 'claimed'; url: string | null },
  landing = '',
): VisitLink {
  return {
    id: row._id,
    owner: row.owner ?? NOBODY,
    plugin: context.id,
    host: '',
    code: row.short_code,
    state: row.state === 'claimed' || landing !== '' ? 'on' : 'off',
    targets: [{ url: row.url ?? (landing || context.platform.publicUrl), weight: 1, threshold: 0 }],
    rotation_model: RotationModel.random,
    jump_type: JumpType.noSourceRedirect,
    access_mode: AccessMode.unrestricted,
    visit_restriction: VisitRestriction.none,
    open_log: YesNo.yes,
  };
}
