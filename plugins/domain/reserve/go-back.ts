import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { domainErrors } from '../domains/errors.ts';
import { codeHosts, countCodes } from '../moving/count-codes.ts';
import { UNSERVED } from './claim.ts';
import { MOVING } from './drive.ts';
import { startDriving } from './operation.ts';
import { changeTakeOver, codesOf, findTakeOver, watchesOf } from './stored.ts';

/** What would go back, and whether the domain that failed works. */
export async function planBack(context: PluginContext, id: string) {
  const row = await findTakeOver(context, id);
  const counted = row.to_name === '' ? undefined : await countCodes(context, [row.to_name], codesOf(row));
  const there = counted?.get(row.to_name);
  return {
    is_available: counted !== undefined,
    codes: there?.codes ?? 0,
    printed: there?.printed ?? 0,
    is_failing: await isFailing(context, row.from_domain),
  };
}

/** What is not known to fail may be gone back to: a person says so. */
const isFailing = async (context: PluginContext, id: string): Promise<boolean> =>
  ((await watchesOf(context, [id])).get(id)?.cause ?? '') !== '';

/**
 * Takes codes back to the domain that failed, because a person wishes it. What was printed with the spare goes on answering.
 * Errors: `not_found` 404, `domain.take_over_over` 409, `domain.still_failing` 409, `domain.codes_away` 503
 */
export async function goBack(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<{ id: string | null; take_over: string }> {
  const row = await findTakeOver(context, id);
  const where = { state: { $in: ['moved', 'stopped'] }, is_open: true };
  if (await isFailing(context, row.from_domain)) throw domainErrors.stillFailing.create({ name: row.shown });
  if (codeHosts(context) === undefined) throw domainErrors.codesAway.create();
  const counted = await countCodes(context, [row.to_name], codesOf(row));
  const total = counted?.get(row.to_name)?.codes ?? 0;
  const set = { state: 'moving_back', hint: '', back_by: request.caller.id, total, returned: 0 } as const;
  if (!(await changeTakeOver(context, { _id: id, where }, { set }))) throw domainErrors.takeOverOver.create();
  const after = { from: row.to_name, to: row.name };
  await context.audit({ type: 'domain.take_over.back', target: id, after, request });
  return { id: await startDriving(context, await findTakeOver(context, id), request), take_over: id };
}

/**
 * Stops what moves, after the step that it is at: what has moved stays, and can go on or back. What no spare serves yet is put
 * away, and does not come again until the domain has worked and failed anew.
 * Errors: `not_found` 404, `domain.take_over_over` 409
 */
export async function cancelTakeOver(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<null> {
  const row = await findTakeOver(context, id);
  const isUnserved = (UNSERVED as readonly string[]).includes(row.state);
  const isMoving = (MOVING as readonly string[]).includes(row.state);
  const set = isUnserved
    ? ({ state: 'dismissed', is_open: false } as const)
    : ({ state: 'stopped' } as const);
  const where = { state: row.state };
  if ((!isUnserved && !isMoving) || !(await changeTakeOver(context, { _id: id, where }, { set })))
    throw domainErrors.takeOverOver.create();
  const [before, after] = [{ state: row.state }, { state: set.state }];
  await context.audit({ type: 'domain.take_over.cancel', target: id, before, after, request });
  return null;
}
