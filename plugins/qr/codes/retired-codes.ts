import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import { retiredLinkOf, type StoredCode } from './link.ts';

/** An address whose code was purged: it is on paper somewhere, so nobody but its last owner may have it again. */
export interface RetiredCode {
  /** `domain/short_code`: two of one address cannot be. */
  _id: string;
  /** Id that the code had, and its link still has. */
  link: string;
  owner: string;
  time: Date;
  /** Purging a frozen code is no way to be rid of the freeze: not even its last owner may have it again. */
  was_frozen: boolean;
}

type Place = Pick<StoredCode, 'domain' | 'short_code'>;

const COLLECTION: CollectionDeclaration = {
  name: 'retired_code',
  // As the codes themselves: a plugin that comes back must not give away what it has kept before.
  onUninstall: 'keep',
  fields: { _id: String, link: String, owner: String, time: Date, was_frozen: Boolean },
};

const retiredCodes = (context: PluginContext) => context.collection<RetiredCode>(COLLECTION);
const keyOf = ({ domain, short_code }: Place) => `${domain}/${short_code}`;

/** Makes the collection at activation: inside a transaction that is a conflict when two do it at once. */
export function keepRetiredCodes(context: PluginContext): void {
  retiredCodes(context);
}

/** Keeps the address of a code that is purged in this transaction. */
export async function retireCode(context: PluginContext, code: StoredCode, session: Session): Promise<void> {
  const retired: RetiredCode = {
    _id: keyOf(code),
    link: String(code._id),
    owner: String(code.owner),
    time: context.clock.date(),
    was_frozen: code.is_frozen === true,
  };
  await retiredCodes(context).create([retired], { session });
  await context.visits.retire([retiredLinkOf(code)], session);
}

/** Who may have an address again; undefined when it never was anybody's, or is a code's now. */
export async function findRetired(
  context: PluginContext,
  place: Place,
  session?: Session,
): Promise<RetiredCode | null> {
  return retiredCodes(context)
    .findById(keyOf(place))
    .session(session ?? null)
    .lean<RetiredCode>();
}

/** Those of many codes of a domain that were somebody's before. */
export async function retiredAmong(
  context: PluginContext,
  { domain, codes }: { domain: string; codes: readonly string[] },
  session: Session,
): Promise<string[]> {
  const found = await retiredCodes(context)
    .find({ _id: { $in: codes.map((short_code) => keyOf({ domain, short_code })) } }, { _id: 1 })
    .session(session)
    .lean<Pick<RetiredCode, '_id'>[]>();
  return found.map(({ _id }) => _id.slice(domain.length + 1));
}

/** Gives a retired address free for the code that is made in this transaction. */
export async function reviveCode(
  context: PluginContext,
  retired: RetiredCode,
  session: Session,
): Promise<void> {
  await retiredCodes(context).deleteOne({ _id: retired._id }, { session });
  await context.visits.withdraw([retired.link], session);
}

/** Ids of all codes that were purged and whose addresses are kept. */
export async function retiredLinks(context: PluginContext): Promise<ReadonlySet<string>> {
  const found = await retiredCodes(context).find({}, { link: 1 }).lean();
  return new Set(found.map(({ link }) => link));
}
