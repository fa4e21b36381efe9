import type { OperationRun, PluginContext, SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { usableAmong } from '../domains/domain-names.ts';
import { domainErrors } from '../domains/errors.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { codeHosts, countCodes } from './count-codes.ts';
import { codesOwner } from './targets.ts';

export const MOVE_KIND = 'move_codes';
export const zMove = z.strictObject({
  from: z.string(),
  to: z.string(),
  owner: z.string().optional(),
  by: z.string(),
});
/** Codes of one step. */
const PORTION = 100;

/**
 * Starts putting another name in the place of one.
 * Errors: `domain.target_unknown` 422, `domain.codes_away` 503, `too_many_operations` 409
 */
export async function startMove(
  context: PluginContext,
  { row, to }: { row: StoredDomain; to: string },
  request: SignedRequest,
): Promise<{ id: string }> {
  const owner = codesOwner(row);
  const asked = { owner: owner ?? request.caller.id, hosts: [to] };
  if (to === row.name || (to !== '' && (await usableAmong(context, asked)).length === 0))
    throw domainErrors.targetUnknown.create({ name: to });
  if (codeHosts(context) === undefined) throw domainErrors.codesAway.create();
  const input = {
    from: row.name,
    to,
    by: request.caller.id,
    ...(owner === undefined ? {} : { owner }),
  };
  const started = await context.operations.start(MOVE_KIND, { name: row.shown, input }, request);
  await context.audit({
    type: 'domain.domain.replace',
    target: String(row._id),
    request,
    after: { from: row.name, to },
  });
  return started;
}

const isUsable = async (context: PluginContext, { to, owner, by }: z.infer<typeof zMove>): Promise<boolean> =>
  (await usableAmong(context, { owner: owner ?? by, hosts: [to] })).length > 0;

/** Moves code by code: a run that is cut off leaves the rest where it was, and the next one goes on with it. */
export async function moveCodes(
  context: PluginContext,
  { input, signal, progress }: OperationRun<z.infer<typeof zMove>>,
): Promise<void> {
  const counted = await countCodes(context, [input.from], input.owner);
  let total = counted?.get(input.from)?.codes ?? 0;
  let done = 0;
  progress(0, total);
  for (;;) {
    signal.throwIfAborted();
    const service = codeHosts(context);
    if (service === undefined) throw domainErrors.codesAway.create();
    // Whoever had the other name may have lost it since.
    if (input.to !== '' && !(await isUsable(context, input)))
      throw domainErrors.targetUnknown.create({ name: input.to });
    const { moved, left } = await service.move({ ...input, limit: PORTION });
    done += moved;
    total = Math.max(total, done + left);
    progress(done, total);
    // Nothing moves what is left: somebody has to look at it, and to go on would never end.
    if (left === 0 || moved === 0) return;
  }
}
