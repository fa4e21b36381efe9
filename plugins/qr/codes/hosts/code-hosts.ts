import type {
  AuditEntry,
  CodeHosts,
  CodesOfHost,
  CodesToMove,
  Filter,
  PluginContext,
  Session,
  TriedMove,
} from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { spelled } from '../alike-codes.ts';
import type { StoredCode } from '../link.ts';
import { freeShortCode } from '../new-code.ts';
import { forgetRetired } from '../retired-codes.ts';
import { hostOwners, listOnHost, walkHosts } from './codes-on-hosts.ts';
import { namesAmong } from './domain-names.ts';
import { changedHosts } from './host-changes.ts';
import { type HostPlan, planTo, settlePlaces } from './plan-hosts.ts';
import { HOST_STEPS, type HostSteps, hostFields, printedOf, stepOfType, stepsOf, wayOf } from './values.ts';
import { writeHosts } from './write-hosts.ts';

/** Codes that are moved at once where nobody says how many. */
const USUAL_LIMIT = 100;
/** Codes of a trial, and of one step of it. */
const TRIED = 1_000;
const TRIED_AT_ONCE = 250;
/** Codes of one transaction. */
const PORTION = 100;

/** Which codes stand on which hosts, and their move from one to another: for whoever looks after the hosts. */
export function codeHosts(context: PluginContext): CodeHosts {
  return {
    count: ({ hosts, owner }) => countHosts(context, hosts, owner === undefined ? {} : { owner }),
    move: (input) => moveAll(context, input),
    tryMove: (input) => tryMove(context, input),
    owners: (query) => hostOwners(context, query),
    list: (query) => listOnHost(context, query),
    walk: (query) => walkHosts(context, query),
    changed: (query) => changedHosts(context, query),
    release: ({ host, holder, limit = USUAL_LIMIT, by }) =>
      releaseHost(context, { host, holder, limit }, bearing(by)),
  };
}

async function countHosts(
  context: PluginContext,
  hosts: readonly string[],
  whose: Filter<StoredCode>,
): Promise<CodesOfHost[]> {
  const named = { $in: hosts.filter((host) => host !== '') };
  const all = { $in: [...hosts] };
  const sums = async (field: string, match: Filter<StoredCode>): Promise<Map<string, number>> => {
    const found = await context
      .model(codeResource)
      .aggregate<{ _id: string; count: number }>([
        { $match: { ...match, ...whose } },
        { $project: { [field]: 1 } },
        { $unwind: `$${field}` },
        { $match: match },
        { $group: { _id: `$${field}`, count: { $sum: 1 } } },
      ]);
    return new Map(found.map(({ _id, count }) => [_id, count]));
  };
  const [way, first, printed] = await Promise.all([
    sums('way_domains', { way_domains: named }),
    sums('domain', { domain: all }),
    sums('printed_domains', { printed_domains: all }),
  ]);
  return hosts.map((host) => ({
    host,
    codes: (host === '' ? first : way).get(host) ?? 0,
    printed: (first.get(host) ?? 0) + (printed.get(host) ?? 0),
  }));
}

async function moveAll(
  context: PluginContext,
  { by, limit = USUAL_LIMIT, ...wish }: Parameters<CodeHosts['move']>[0],
): Promise<{ moved: number; left: number }> {
  const { from, to } = wish;
  const filter = filterOf(wish);
  let moved = 0;
  let last: string | undefined;
  while (from !== to && moved < limit) {
    const some = { filter, last, most: Math.min(PORTION, limit - moved) };
    const { plans, reached } = await movePortion(context, some, { wish, ...bearing(by) });
    if (reached === undefined) break;
    last = reached;
    moved += plans.filter(({ fields }) => fields !== undefined).length;
  }
  return { moved, left: await context.model(codeResource).countDocuments(filter) };
}

function filterOf({ from, owner, ids }: CodesToMove): Filter<StoredCode> {
  return {
    ...(from === '' ? { domain: '' } : { way_domains: from }),
    ...(owner === undefined ? {} : { owner }),
    ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
  };
}

async function tryMove(
  context: PluginContext,
  { limit = TRIED, ...wish }: Parameters<CodeHosts['tryMove']>[0],
): Promise<TriedMove> {
  const tried: TriedMove = { codes: 0, is_whole: true, keeps: 0, stops: 0, same: 0, stays: 0 };
  let last: string | undefined;
  while (wish.from !== wish.to) {
    // One more than is wanted says whether there are more.
    const most = Math.min(TRIED_AT_ONCE, limit - tried.codes + 1);
    const codes = await nextCodes(context, { filter: filterOf(wish), last, most });
    const some = codes.slice(0, limit - tried.codes);
    for (const { fields, print } of await planMove(context, some, wish)) {
      tried.codes += 1;
      tried[fields === undefined ? 'stays' : print] += 1;
    }
    if (some.length < codes.length) return { ...tried, is_whole: false };
    if (codes.length < most) break;
    last = codes.at(-1)?._id;
  }
  return tried;
}

interface NextCodes {
  filter: Filter<StoredCode>;
  last: string | undefined;
  most: number;
}

async function nextCodes(
  context: PluginContext,
  { filter, last, most }: NextCodes,
  session?: Session,
): Promise<StoredCode[]> {
  const behind = last === undefined ? [] : [{ _id: { $gt: last } }];
  return await context
    .model(codeResource)
    .find({ $and: [filter, ...behind] })
    .sort({ _id: 1 })
    .limit(most)
    .session(session ?? null)
    .lean();
}

/** What it comes to for each of them; nothing is written. */
async function planMove(
  context: PluginContext,
  codes: readonly StoredCode[],
  { from, to, keeps_printed = true }: CodesToMove,
  session?: Session,
): Promise<HostPlan[]> {
  const types = new Map<string, number | undefined>();
  for (const code of codes) {
    const owner = String(code.owner);
    // Only where no step says which one it is to be.
    if (from === '' && !types.has(owner))
      types.set(owner, (await namesAmong(context, owner, [to])).get(to)?.type);
  }
  const wanted = codes.map((code) =>
    planTo(code, stepsTo(code, { from, to, type: types.get(String(code.owner)) }), {
      isKept: keeps_printed || code.domain !== from,
      // Whoever has been led to it a moment ago, from the host before, must not find nothing there.
      alsoKept: from === '' || !keeps_printed ? [] : [from],
    }),
  );
  return settlePlaces(context, wanted, session);
}

/** Moves the next ones by their ids: those that cannot be moved are passed over. */
async function movePortion(
  context: PluginContext,
  some: NextCodes,
  { wish, ...entry }: { wish: CodesToMove } & Bearing,
): Promise<{ plans: HostPlan[]; reached: string | undefined }> {
  return context.transaction(async (session) => {
    const codes = await nextCodes(context, some, session);
    const plans = await planMove(context, codes, wish, session);
    await writeHosts(context, plans, { ...entry, session });
    return { plans, reached: codes.at(-1)?._id };
  });
}

/** The steps of a code with one host in the place of another. No host stands twice: where the other one is already it stays. */
function stepsTo(
  code: StoredCode,
  { from, to, type }: { from: string; to: string; type: number | undefined },
): HostSteps {
  const steps = stepsOf(code);
  const isThere = to !== '' && wayOf(steps).includes(to);
  if (from === '') return isThere ? steps : { ...steps, [stepOfType(type ?? 0)]: to };
  for (const step of HOST_STEPS) if (steps[step] === from) steps[step] = isThere ? '' : to;
  return steps;
}

/**
 * Takes a host off everybody's codes but those of whoever has it now: from their way, from what is printed, and from what is
 * kept of purged ones.
 */
async function releaseHost(
  context: PluginContext,
  { host, holder, limit }: { host: string; holder: string | undefined; limit: number },
  entry: Bearing,
): Promise<{ released: number; left: number }> {
  const others = holder === undefined ? {} : { owner: { $ne: holder } };
  // One after the other, because each has its index.
  const filters: Filter<StoredCode>[] = [
    { ...others, way_domains: host },
    { ...others, printed_domains: host, way_domains: { $ne: host } },
  ];
  const model = context.model(codeResource);
  const released = await context.transaction(async (session) => {
    await forgetRetired(context, { host, holder }, session);
    const codes: StoredCode[] = [];
    for (const filter of filters) {
      const most = limit - codes.length;
      if (most === 0) break;
      const found = model.find(filter).limit(most);
      codes.push(...(await found.session(session).lean()));
    }
    const plans = await settleReleased(context, codes, { host, session });
    await writeHosts(context, plans, { ...entry, session });
    return plans.length;
  });
  const left = await Promise.all(filters.map((filter) => model.countDocuments(filter)));
  return { released, left: left.reduce((sum, count) => sum + count, 0) };
}

/** Where codes stand that a host is taken from: nobody keeps it because their place elsewhere is another one's. */
async function settleReleased(
  context: PluginContext,
  codes: readonly StoredCode[],
  { host, session }: { host: string; session: Session },
): Promise<HostPlan[]> {
  const plans = codes.map((code): HostPlan => {
    const steps = stepsTo(code, { from: host, to: '', type: undefined });
    const printed = printedOf(code).filter((one) => one !== host);
    return { code, fields: hostFields(steps, printed), print: 'stops' };
  });
  const settled: HostPlan[] = [];
  for (const plan of await settlePlaces(context, plans, session)) {
    if (plan.fields !== undefined) {
      settled.push(plan);
      continue;
    }
    const { code } = plan;
    const steps = stepsTo(code, { from: host, to: '', type: undefined });
    const { ignore_case } = code;
    const [printed, ...more] = printedOf(code).filter((one) => one !== host);
    // A host that it is printed with is its own already; without one it gets a short code that is free.
    const fields =
      printed === undefined
        ? {
            ...hostFields(steps),
            ...spelled(await freeShortCode(context, wayOf(steps), { ignore_case, session })),
          }
        : hostFields({ ...steps, entry_domain: printed }, more);
    settled.push({ code, fields, print: 'stops' });
  }
  return settled;
}

type Bearing = Pick<AuditEntry, 'actor'>;

/** Who stands in the history of the codes; nobody: the platform itself. */
function bearing(by: string | null): Bearing {
  return by === null ? {} : { actor: { id: by, account: '', via: 'session' } };
}
