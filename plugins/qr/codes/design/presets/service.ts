import type { ResultOf } from '@waypost/contract';
import { newId, type PluginContext, type ResourceBinding, type Session } from '@waypost/sdk';
import { qrErrors } from '../../errors.ts';
import { qrUrlOf } from '../../present.ts';
import { generateShortCode } from '../../short-code.ts';
import { requireReadable } from '../check-design.ts';
import type { Studio } from '../studio.ts';
import type { Design } from '../values.ts';
import type { presetsCall } from './calls.ts';
import { designPresetResource, MAX_PRESETS } from './resource.ts';

/** The functions behind resource `qr.design_preset`: what is kept can be scanned, and one at most is an owner's brand. */
export function bindDesignPresets(
  context: PluginContext,
  studio: Studio,
): ResourceBinding<typeof designPresetResource> {
  const model = () => context.model(designPresetResource);
  /**
   * Proved with addresses as codes have them, one of which has to do: now and then one of many is drawn so that its smallest trial
   * fails. A code is proved with its own.
   */
  const requireReadableDesign = async (design: Design) => {
    const prove = () => {
      const place = { id: newId(context), domain: '', short_code: generateShortCode(context.random) };
      return requireReadable(studio, qrUrlOf(context, place), design);
    };
    await prove().catch(prove);
  };
  const clearBrand = (owner: string, session: Session) =>
    model().updateMany(
      { owner, is_brand: true },
      { $set: { is_brand: false, update_time: context.clock.date() }, $inc: { version: 1 } },
      { session, timestamps: false },
    );
  return {
    prepareCreate: async (body) => {
      if (body.design) await requireReadableDesign(body.design);
      return body;
    },
    prepareUpdate: async ({ design }) => {
      if (design) await requireReadableDesign(design);
    },
    beforeCreate: async (body, { request, session }) => {
      const owner = request.caller.id;
      if ((await model().countDocuments({ owner }).session(session)) >= MAX_PRESETS)
        throw qrErrors.presetLimit.create({ most: MAX_PRESETS });
      if (body.is_brand) await clearBrand(owner, session);
      return { ...body };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { before, session }) => {
      if (change.is_brand && before && !before.is_brand) await clearBrand(String(before.owner), session);
      return change;
    },
  };
}

/** What the caller has kept, the brand first. */
export async function ownPresets(
  context: PluginContext,
  owner: string,
): Promise<ResultOf<typeof presetsCall>> {
  const found = await context
    .model(designPresetResource)
    .find({ owner })
    .sort({ is_brand: -1, name: 1, _id: 1 })
    .limit(MAX_PRESETS)
    .lean();
  return {
    presets: found.map(({ _id, name, design, is_brand }) => ({ id: String(_id), name, design, is_brand })),
  };
}
