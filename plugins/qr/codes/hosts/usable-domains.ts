import type { BodyOf, ResultOf } from '@waypost/contract';
import type { DomainName, PluginContext, SignedRequest } from '@waypost/sdk';
import { groupResource } from '../../screens/group/resource.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { refuseMissing } from '../change-codes.ts';
import { codeScope } from '../scope.ts';
import { USABLE_DOMAINS_MOST, type usableDomainsCall } from './calls.ts';
import { domainNames, namesAmong } from './domain-names.ts';
import { HOST_STEPS } from './values.ts';

/**
 * Names that codes may be put on: the caller's own, or those that each of the owners of some codes may use.
 * Errors: `not_found` 404 with the place of each code that the caller does not reach.
 */
export async function usableDomains(
  context: PluginContext,
  { ids, search, type }: BodyOf<typeof usableDomainsCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof usableDomainsCall>> {
  const names = domainNames(context);
  const owners = ids === undefined ? [request.caller.id] : await ownersOf(context, ids, request);
  const [owner, ...others] = owners;
  const none = { domains: [], has_more: false };
  if (names === undefined) {
    // Whoever sees everybody's codes misses theirs, too.
    const whose = ids === undefined ? codeScope(request) : { owner: { $in: owners } };
    return { ...none, is_on: false, is_missed: await haveDomains(context, whose, owners) };
  }
  if (owner === undefined) return { ...none, is_on: true, is_missed: false };
  const found = await names.usable({ owner, type, search, limit: USABLE_DOMAINS_MOST + 1 });
  const has_more = found.length > USABLE_DOMAINS_MOST;
  let domains = found.slice(0, USABLE_DOMAINS_MOST);
  for (const other of others) {
    const theirs = await namesAmong(
      context,
      other,
      domains.map(({ host }) => host),
    );
    domains = domains.filter(({ host }) => theirs.has(host));
  }
  return { is_on: true, is_missed: false, domains: domains.map(viewOf), has_more };
}

/** Whether some of the codes stand on domains, or groups of the accounts give some. */
async function haveDomains(
  context: PluginContext,
  codes: Record<string, unknown>,
  owners: readonly string[],
): Promise<boolean> {
  const some = { $gt: '' };
  if ((await context.model(codeResource).exists({ ...codes, domain: some })) !== null) return true;
  const given = HOST_STEPS.map((step) => ({ [step]: some }));
  return (await context.model(groupResource).exists({ owner: { $in: owners }, $or: given })) !== null;
}

function viewOf({ host, shown, type, is_platform, is_working }: DomainName) {
  return { host, shown, type, is_platform, is_working };
}

async function ownersOf(
  context: PluginContext,
  ids: readonly string[],
  request: SignedRequest,
): Promise<string[]> {
  const codes = await context
    .model(codeResource)
    .find({ ...codeScope(request), _id: { $in: [...new Set(ids)] } })
    .lean();
  refuseMissing(ids, codes);
  return [...new Set(codes.map((code) => String(code.owner)))];
}
