import type { RetiredLink } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { noteHosts } from './hosts/host-changes.ts';
import { printedOf } from './hosts/values.ts';
import { PLUGIN_ID, retiredLinkOf, type StoredCode } from './link.ts';

/** An address whose code was purged, one for each host that it was printed with: nobody but its last owner may have it again. */
export interface RetiredCode {
  /** `domain/short_code`: two of one address cannot be. */
  _id: string;
  /** Id that the code had, and its link still has. */
  link: string;
  owner: string;
  time: Date;
  /** Purging a frozen code is no way to be rid of the freeze: not even its last owner may have it again. */
  was_frozen: boolean;
  /** It answered in capitals as well. */
  ignore_case?: boolean;
}

type Place = Pick<StoredCode, 'domain' | 'short_code'>;

const COLLECTION: CollectionDeclaration<RetiredCode> = {
  name: 'retired_code',
  // As the codes themselves: a plugin that comes back must not give away what it has kept before.
  onUninstall: 'keep',
  fields: { _id: String, link: String, owner: String, time: Date, was_frozen: Boolean, ignore_case: Boolean },
};

const retiredCodes = (context: PluginContext) => context.collection(COLLECTION);
const keyOf = ({ domain, short_code }: Place) => `${domain}/${short_code}`;

/** Makes the collection at activation: inside a transaction that is a conflict when two do it at once. */
export function keepRetiredCodes(context: PluginContext): void {
  retiredCodes(context);
}

/** Keeps the addresses of a code that is purged in this transaction. */
export async function retireCode(context: PluginContext, code: StoredCode, session: Session): Promise<void> {
  const { short_code } = code;
  const retired = printedOf(code).map(
    (domain): RetiredCode => ({
      _id: keyOf({ domain, short_code }),
      link: String(code._id),
      owner: String(code.owner),
      time: context.clock.date(),
      was_frozen: code.is_frozen === true,
      ignore_case: code.ignore_case === true,
    }),
  );
  await retiredCodes(context).insertMany(retired, { session });
  await noteHosts(context, [code], session);
  await context.visits.retire([retiredLinkOf(code)], session);
}

/**
 * Who may have the addresses of a code again, on each of some hosts that was somebody's and is no code's now; just so where it was
 * printed in other letters.
 */
export async function findRetired(
  context: PluginContext,
  { hosts, short_code }: { hosts: readonly string[]; short_code: string },
  session?: Session,
): Promise<RetiredCode[]> {
  const keys = (code: string) => hosts.map((domain) => keyOf({ domain, short_code: code }));
  return retiredCodes(context)
    .find({
      $or: [
        { _id: { $in: keys(short_code) } },
        { _id: { $in: keys(short_code.toLowerCase()) }, ignore_case: true },
      ],
    })
    .session(session ?? null)
    .lean();
}

/** Those of many codes of a domain that were somebody's before, in these letters or where they did not matter. */
export async function retiredAmong(
  context: PluginContext,
  { domain, codes }: { domain: string; codes: readonly string[] },
  session?: Session,
): Promise<string[]> {
  const key = (short_code: string) => keyOf({ domain, short_code });
  const small = (short_code: string) => key(short_code.toLowerCase());
  const found = await retiredCodes(context)
    .find(
      {
        $or: [{ _id: { $in: codes.map(key) } }, { _id: { $in: codes.map(small) }, ignore_case: true }],
      },
      { ignore_case: 1 },
    )
    .session(session ?? null)
    .lean();
  const ignoring = new Map(found.map(({ _id, ignore_case }) => [_id, ignore_case === true]));
  return codes.filter((code) => ignoring.has(key(code)) || ignoring.get(small(code)) === true);
}

/**
 * Gives what was retired free for the code that is made in this transaction. Answers the further hosts that it was printed
 * with: the new code answers there as well, or they would be free for strangers.
 */
export async function reviveCodes(
  context: PluginContext,
  retired: readonly RetiredCode[],
  session: Session,
): Promise<string[]> {
  if (retired.length === 0) return [];
  const links = [...new Set(retired.map(({ link }) => link))];
  const all = await retiredCodes(context)
    .find({ link: { $in: links } }, { _id: 1 })
    .session(session)
    .lean();
  await retiredCodes(context).deleteMany({ link: { $in: links } }, { session });
  await context.visits.withdraw(links, session);
  return all.map(({ _id }) => _id.slice(0, _id.lastIndexOf('/')));
}

/** Ids of all codes that were purged and whose addresses are kept. */
export async function retiredLinks(context: PluginContext): Promise<ReadonlySet<string>> {
  const found = await retiredCodes(context).find({}, { link: 1 }).lean();
  return new Set(found.map(({ link }) => link));
}

/**
 * Gives the addresses free that others than whoever has a host now had there. What they had on other hosts stays kept.
 */
export async function forgetRetired(
  context: PluginContext,
  { host, holder }: { host: string; holder: string | undefined },
  session: Session,
): Promise<void> {
  const retired = retiredCodes(context);
  // What begins with `host/`: the slash is followed by 0.
  const there = { _id: { $gte: `${host}/`, $lt: `${host}0` } };
  const whose = holder === undefined ? there : { ...there, owner: { $ne: holder } };
  const found = await retired.find(whose).session(session).lean();
  if (found.length === 0) return;
  const links = [...new Set(found.map(({ link }) => link))];
  await retired.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }, { session });
  await context.visits.withdraw(links, session);
  const kept = await retired
    .find({ link: { $in: links } })
    .session(session)
    .lean();
  const rest = [...Map.groupBy(kept, ({ link }) => link)].map(([id, addresses]) => retiredAt(id, addresses));
  if (rest.length > 0) await context.visits.retire(rest, session);
}

/** The link of a purged code on all hosts where its addresses are kept. */
function retiredAt(id: string, addresses: readonly RetiredCode[]): RetiredLink {
  const [host = '', ...printed] = addresses.map(({ _id }) => _id.slice(0, _id.lastIndexOf('/')));
  const { _id = '', owner = '' } = addresses[0] ?? {};
  const code = _id.slice(_id.lastIndexOf('/') + 1);
  return { id, owner, plugin: PLUGIN_ID, host, code, printed };
}
