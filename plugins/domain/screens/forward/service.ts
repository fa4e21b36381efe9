import { forwardPath, forwardPattern, forwardRemainder, joinForward, type RowOf } from '@waypost/contract';
import type { PluginContext, ResourceBinding, SignedRequest } from '@waypost/sdk';
import { holderOf } from '../../domains/stored.ts';
import {
  domainOfRules,
  pathKeyOf,
  requireSoundRules,
  takeForwardPlace,
} from '../../forwards/entered-forward.ts';
import { pausedForwards } from '../../forwards/paused-forwards.ts';
import { publishForwards, rulesInForce } from '../../forwards/publish-forwards.ts';
import { domainResource } from '../domain_list/resource.ts';
import type { forwardResource } from './resource.ts';

type Forward = typeof forwardResource;

/** The functions behind resource `domain.forward`: each write publishes the rules of its domain in its own transaction. */
export function bindForwards(context: PluginContext): ResourceBinding<Forward> {
  return {
    beforeCreate: async (body, step) => {
      const { owner } = await takeForwardPlace(context, body.domain, step);
      return { ...body, owner, path_key: pathKeyOf(body.path) };
    },
    beforeUpdate: ({ id: _id, version: _version, ...change }) =>
      change.path === undefined ? change : { ...change, path_key: pathKeyOf(change.path) },
    afterWrite: async (after, { before, session }) => {
      const domain = await context
        .model(domainResource)
        .findById(String((after ?? before)?.domain))
        .session(session)
        .lean();
      if (domain === null) return;
      if (after !== undefined) {
        const { _id, owner, path, path_key } = after;
        const changed = { id: String(_id), owner: String(owner), path, path_key: path_key ?? '' };
        await requireSoundRules(context, changed, { domain, session });
      }
      await publishForwards(context, domain, session);
    },
    present: (rows) => presentForwards(context, rows),
  };
}

/** Adds whether rules hold, and how many visitors they have led on. */
async function presentForwards(
  context: PluginContext,
  rows: readonly RowOf<Forward>[],
): Promise<RowOf<Forward>[]> {
  const ids = [...new Set(rows.map(({ domain }) => domain))];
  const domains = await context
    .model(domainResource)
    .find({ _id: { $in: ids } })
    .lean();
  const holders = new Map(domains.map((domain) => [String(domain._id), holderOf(domain)]));
  const counts = await context.visits.forwardCounts(
    ids.map((id) => ({ id, rules: rows.filter(({ domain }) => domain === id).map((row) => row.id) })),
  );
  const owners = [...new Set(rows.map(({ owner }) => owner ?? ''))];
  const paused = new Set(
    (
      await pausedForwards(context)
        .find({ _id: { $in: owners } })
        .lean()
    ).map(({ _id }) => _id),
  );
  const forceOf = ({ domain, owner, state }: RowOf<Forward>) => {
    if (holders.get(domain) !== owner) return 'away';
    return state === 'on' && paused.has(owner ?? '') ? 'paused' : state;
  };
  return rows.map((row) => ({
    ...row,
    force: forceOf(row),
    hit_number: counts[row.domain]?.[row.id] ?? 0,
  }));
}

/**
 * Which rule of a domain meets a path, and where it leads to.
 * Errors: `invalid_input` 422 at `domain`
 */
export async function tryForward(
  context: PluginContext,
  { domain: id, path }: { domain: string; path: string },
  request: SignedRequest,
) {
  const domain = await domainOfRules(context, id, { request, session: null });
  const asked = forwardPath(path);
  if (asked !== undefined)
    for (const { _id, path: text, target, status, keep_path, keep_query } of await rulesInForce(
      context,
      domain,
      null,
    )) {
      const pattern = forwardPattern(text);
      const remainder = pattern && forwardRemainder(pattern, asked);
      if (remainder === undefined) continue;
      const address = keep_path ? joinForward(target, remainder, asked.isFolder) : new URL(target).href;
      return { asked: path, rule: { id: String(_id), path: text, status, keep_query, address } };
    }
  return { asked: path, rule: null };
}
