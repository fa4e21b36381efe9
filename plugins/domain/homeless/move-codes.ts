import {
  createTable,
  type OperationRun,
  type PluginContext,
  type SignedRequest,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { domainErrors } from '../domains/errors.ts';
import { codeHosts } from '../moving/count-codes.ts';
import { zHomelessWish } from '../screens/nodomain/calls.ts';
import { countHomeless } from './list-codes.ts';
import { type HomelessPlace, homelessPlaces } from './places.ts';
import { refreshHosts } from './refresh-hosts.ts';
import { createUsable, type Meant, meantPlaces, moveOf, nextPlaces } from './wish.ts';

export const MOVE_HOMELESS = 'move_homeless';
/** Whose codes are meant is settled when it is started: rights may change while it runs. */
export const zMoveHomeless = z.strictObject({
  wish: zHomelessWish,
  owner: z.string().optional(),
  to: z.string(),
  by: z.string(),
});
type MoveHomeless = z.infer<typeof zMoveHomeless>;

/** Codes of one step, and places that are read at once. */
const PORTION = 500;
/** Owners of whom it is asked at once whether they may use a target. */
const ASKED_AT_ONCE = 20;

/**
 * Starts putting codes that cannot rest where they stand on another domain.
 * Errors: `domain.codes_away` 503; `domain.nothing_homeless` 409; `domain.target_unknown` 422 where none of their owners may use
 * it; `too_many_operations` 409
 */
export async function startHomeless(
  context: PluginContext,
  { meant, to }: { meant: Meant; to: string },
  request: SignedRequest,
): Promise<{ id: string }> {
  if (codeHosts(context) === undefined) throw domainErrors.codesAway.create();
  const places = homelessPlaces(context);
  const some = await places.aggregate<{ _id: string }>([
    { $match: meantPlaces(meant) },
    { $group: { _id: '$owner' } },
  ]);
  if (some.length === 0) throw domainErrors.nothingHomeless.create();
  const owners = some.map(({ _id }) => _id);
  if (!(await isAnyUsable(owners, createUsable(context, to))))
    throw domainErrors.targetUnknown.create({ name: to });
  const input: MoveHomeless = {
    wish: meant.wish,
    to,
    by: request.caller.id,
    ...(meant.owner === undefined ? {} : { owner: meant.owner }),
  };
  const name = request.translate('domain.homeless.move.name');
  const started = await context.operations.start(MOVE_HOMELESS, { name, input }, request);
  await context.audit({ type: 'domain.homeless.move', after: { to, ...meant.wish }, request });
  return started;
}

/** Whether one of many may put codes on the target: asked of some at a time, until one may. */
async function isAnyUsable(
  owners: readonly string[],
  isUsable: (owner: string) => Promise<boolean>,
): Promise<boolean> {
  for (let from = 0; from < owners.length; from += ASKED_AT_ONCE) {
    const usable = await Promise.all(owners.slice(from, from + ASKED_AT_ONCE).map(isUsable));
    if (usable.includes(true)) return true;
  }
  return false;
}

/** Moves place by place: a run that is cut off leaves the rest where it was, and the next one goes on with it. */
export async function moveHomeless(context: PluginContext, run: OperationRun<MoveHomeless>): Promise<void> {
  const { input, signal, translate } = run;
  const meant: Meant = { wish: input.wish, owner: input.owner };
  const total = input.wish.rows?.length ?? (await countHomeless(context, meantPlaces(meant)));
  run.progress(0, total);
  const table = await createTable(context, run, {
    name: `${translate('domain.homeless.report')} ${todayOf(context)}`,
    columns: ['domain', 'reason', 'moved', 'left', 'why'].map((column) =>
      translate(`domain.homeless.report.${column}`),
    ),
    format: undefined,
  });
  const isUsable = createUsable(context, input.to);
  let [done, leftOut, after] = [0, 0, ''];
  for (;;) {
    const places = await nextPlaces(context, meant, { after, limit: PORTION });
    for (const place of places) {
      signal.throwIfAborted();
      const isFit = place.host !== input.to && (await isUsable(place.owner));
      const told = (moved: number) => run.progress(done + moved, Math.max(total, done + moved), leftOut);
      const result = isFit
        ? await movePlace(context, run, { place, meant, told })
        : { moved: 0, left: await leftOf(context, place, meant), why: 'refused' };
      done += result.moved + result.left;
      leftOut += result.left;
      run.progress(done, Math.max(total, done), leftOut);
      const why = result.left === 0 ? '' : translate(`domain.homeless.report.${result.why}`);
      const reason = translate(`domain.homeless.reason.${place.reason}`);
      await table.write([place.shown, reason, String(result.moved), String(result.left), why]);
    }
    if (places.length < PORTION) break;
    after = places.at(-1)?._id ?? after;
  }
  await table.end();
}

async function movePlace(
  context: PluginContext,
  { input, signal }: OperationRun<MoveHomeless>,
  { place, meant, told }: { place: HomelessPlace; meant: Meant; told: (moved: number) => void },
): Promise<{ moved: number; left: number; why: string }> {
  const move = moveOf(place, meant, input.to);
  let moved = 0;
  for (;;) {
    signal.throwIfAborted();
    const service = codeHosts(context);
    if (service === undefined) throw domainErrors.codesAway.create();
    // Asked anew at each step: a long move must not go on onto a name that its owner has lost meanwhile.
    if (!(await createUsable(context, input.to)(place.owner))) {
      const { codes: left } = await service.tryMove(move);
      await refreshHosts(context, [place.host]);
      return { moved, left, why: 'refused' };
    }
    const step = await service.move({ ...move, by: input.by, limit: PORTION });
    moved += step.moved;
    told(moved);
    if (step.left > 0 && step.moved > 0) continue;
    await refreshHosts(context, [place.host]);
    return { moved, left: step.left, why: 'stays' };
  }
}

/** How many of those that are meant stand on a place whose owner may not use the target. */
async function leftOf(context: PluginContext, place: HomelessPlace, meant: Meant): Promise<number> {
  if (meant.wish.rows === undefined) return place.codes;
  const { codes = 0 } = (await codeHosts(context)?.tryMove({ ...moveOf(place, meant, ''), to: '' })) ?? {};
  return codes;
}
