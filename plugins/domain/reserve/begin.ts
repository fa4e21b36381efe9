import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { domainErrors } from '../domains/errors.ts';
import { findDomain, type StoredDomain } from '../domains/stored.ts';
import { HELD_STATES } from '../domains/values.ts';
import { codeHosts, countCodes } from '../moving/count-codes.ts';
import { codesOwner } from '../moving/targets.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import type { ReadSettings } from '../settings.ts';
import { claimSpare, UNSERVED } from './claim.ts';
import { openOne } from './open-one.ts';
import { startDriving } from './operation.ts';
import { readySpares } from './standings.ts';
import { changeTakeOver, codesOf, openOf, type StoredTakeOver, watchesOf } from './stored.ts';
import type { Reason } from './values.ts';

/** What a take-over would move, and which spares there are for it. A person may take one of the platform's for anybody. */
export async function planTakeOver(context: PluginContext, id: string, request: SignedRequest) {
  const domain = await findDomain(context, id, request);
  const counted = await countCodes(context, [domain.name], codesOwner(domain));
  const ready = await readySpares(context, domain, { isPlatformAllowed: true });
  const there = counted?.get(domain.name);
  return {
    is_available: counted !== undefined,
    codes: there?.codes ?? 0,
    printed: there?.printed ?? 0,
    spares: (ready ?? []).map(({ domain: { _id, shown, owner } }) => ({
      id: String(_id),
      shown,
      is_own: String(owner) === String(domain.owner),
    })),
  };
}

/**
 * Lets a spare take over from a domain because a person wishes it, whatever is believed of the domain; one that was stopped
 * goes on. Answers the take-over, and the operation that the person can follow; null where they have too many going on.
 * Errors: `not_found` 404, `domain.name_over` 409, `domain.codes_away` 503, `domain.take_over_open` 409,
 * `domain.spare_not_ready` 409
 */
export async function beginTakeOver(
  context: PluginContext,
  { id, spare, readSettings }: { id: string; spare: string; readSettings: ReadSettings },
  request: SignedRequest,
): Promise<{ id: string | null; take_over: string }> {
  const domain = await findDomain(context, id, request);
  if (!(HELD_STATES as readonly string[]).includes(domain.state))
    throw domainErrors.nameOver.create({ name: domain.shown });
  if (codeHosts(context) === undefined) throw domainErrors.codesAway.create();
  const there = await openOf(context, id);
  if (there !== undefined && there.state === 'stopped' && there.to_domain === spare)
    await goOn(context, there, request);
  else if (there !== undefined && !(UNSERVED as readonly string[]).includes(there.state))
    throw domainErrors.takeOverOpen.create({ name: domain.shown });
  else await serve(context, { domain, there, spare, readSettings }, request);
  const begun = await openOf(context, id);
  if (begun === undefined) throw domainErrors.takeOverOver.create();
  return { id: await startDriving(context, begun, request), take_over: begun._id };
}

async function goOn(context: PluginContext, row: StoredTakeOver, request: SignedRequest): Promise<void> {
  const counted = await countCodes(context, [row.name, row.to_name], codesOf(row));
  const on = (host: string) => counted?.get(host)?.codes ?? 0;
  const set = {
    ...({ state: 'moving', hint: '', begun_by: request.caller.id, returned: 0 } as const),
    codes: on(row.to_name),
    total: on(row.to_name) + on(row.name),
  };
  if (!(await changeTakeOver(context, { _id: row._id, where: { state: 'stopped' } }, { set })))
    throw domainErrors.takeOverOpen.create({ name: row.shown });
  const after = { from: row.name, to: row.to_name };
  await context.audit({ type: 'domain.take_over.begin', target: row._id, after, request });
}

async function serve(
  context: PluginContext,
  wish: {
    domain: StoredDomain;
    there: StoredTakeOver | undefined;
    spare: string;
    readSettings: ReadSettings;
  },
  request: SignedRequest,
): Promise<void> {
  const { domain, spare, readSettings } = wish;
  const ready = await readySpares(context, domain, { isPlatformAllowed: true });
  const chosen = ready?.find((one) => one.spare._id === spare)?.domain;
  if (chosen === undefined) throw domainErrors.spareNotReady.create();
  const takeOver = wish.there ?? (await open(context, domain));
  if (await claimSpare(context, { takeOver, spare: chosen, request, readSettings })) return;
  // Nothing of one that was opened for it is to stay.
  if (wish.there === undefined)
    await context.model(takeOverResource).deleteOne({ _id: takeOver._id, state: 'offered' });
  throw domainErrors.spareNotReady.create();
}

async function open(context: PluginContext, domain: StoredDomain): Promise<StoredTakeOver> {
  const id = String(domain._id);
  const cause = (await watchesOf(context, [id])).get(id)?.cause ?? '';
  const reason: Reason = cause === '' ? 'person' : cause;
  const opened = await openOne(context, domain, { reason, isPerson: true });
  const takeOver = opened ?? (await openOf(context, id));
  if (takeOver === undefined) throw domainErrors.takeOverOver.create();
  return takeOver;
}
