import type { CodeRemote, PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { inPortions } from './change-many.ts';
import type { Studio } from './design/studio.ts';
import { knownBy } from './history/known-by.ts';
import { placeOf, shortUrlOf } from './link.ts';
import { qrUrlOf } from './present.ts';
import { statusOf } from './status/rules.ts';
import { targetName } from './target-name.ts';

/** Pixels a side: a phone shows it whole. */
const PICTURE_SIZE = 720;

/** What owners do with single codes away from the screens. */
export function codeRemote(context: PluginContext, studio: Studio): CodeRemote {
  const model = context.model(codeResource);
  const own = ({ owner, id }: { owner: string; id: string }) => ({ owner, _id: id, remove_time: null });
  const find = async (code: { owner: string; id: string }) => await model.findOne(own(code)).lean();
  return {
    async find(which) {
      const code = await find(which);
      if (code === null) return null;
      const view_number = (await context.visits.totals([which.id])).get(which.id)?.view_number ?? 0;
      const expires_at = code.expires_at ? new Date(code.expires_at).toISOString() : null;
      const [first] = code.targets;
      return {
        id: which.id,
        name: code.name,
        state: code.state,
        view_number,
        short_url: shortUrlOf(code, context.platform.publicUrl),
        status: statusOf({ ...code, expires_at, view_number }, context.clock.now()),
        target: first === undefined ? '' : targetName(first, () => ''),
        targets: code.targets.length,
      };
    },
    async turn({ state, ...which }) {
      await inPortions(context, {
        filter: {
          ...own(which),
          state: { $ne: state },
          is_frozen: { $ne: true },
          is_unclaimed: { $ne: true },
        },
        set: { state },
        type: 'qr.code.update',
        before: (code) => ({ ...knownBy(code), state: code.state }),
        after: { state },
      });
      const code = await find(which);
      return code?.state === state && !code.is_frozen && !code.is_unclaimed;
    },
    async picture(which) {
      const code = await find(which);
      if (code === null) return null;
      const style = { format: 'png', size: PICTURE_SIZE } as const;
      return (await studio.draw(qrUrlOf(context, placeOf(code)), style, code.design ?? null)).data;
    },
  };
}
