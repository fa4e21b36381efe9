import { type CreateOf, GenerationType, VISIT_LINK_MAX_PRINTED } from '@waypost/contract';
import { newId, type PluginContext, type Session, type SignedRequest } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { chosenProvider } from './addresses/chosen-provider.ts';
import { makeAddress, ownAddress } from './addresses/make-address.ts';
import { areAlike, meetAlike, spelled } from './alike-codes.ts';
import { requireReadable } from './design/check-design.ts';
import { brandOf, provenBrand } from './design/presets/brand.ts';
import type { Studio } from './design/studio.ts';
import { qrErrors } from './errors.ts';
import { newHosts } from './hosts/new-hosts.ts';
import { isReservedOn, standsOn } from './hosts/taken.ts';
import { stepsOf, wayOf } from './hosts/values.ts';
import { shortUrlOf } from './link.ts';
import { qrUrlOf } from './present.ts';
import { findRetired, type RetiredCode, reviveCodes } from './retired-codes.ts';
import { generateShortCode } from './short-code.ts';

/** With 62^7 codes even one second try is rare; ten in a row mean that the source of randomness is broken. */
const GENERATION_ATTEMPTS = 10;

type NewCode = CreateOf<typeof codeResource>;

/**
 * Checks a creation body beyond its schema, before anything is locked. A design is proved on the very address that the
 * picture will encode, and a provider makes an address of it, so that its short code is settled here. A provider that fails
 * does not keep the code from being made: it is told on it, and asked again from there.
 * Errors: `qr.code_taken`, `qr.code_retired` 409; `qr.code_reserved`, `qr.domain_unknown`, `qr.domain_unfit`, `qr.domain_twice`,
 * `qr.generation_type_unavailable`, `qr.design_unreadable` 422; `qr.provider_off` 409; `qr.picture_busy` 503.
 */
export async function checkNewCode(
  context: PluginContext,
  studio: Studio,
  wanted: NewCode,
  request: SignedRequest,
): Promise<NewCode> {
  const body = wanted.ignore_case ? { ...wanted, short_code: wanted.short_code?.toLowerCase() } : wanted;
  const owner = request.caller.id;
  const provider = await chosenProvider(context, body);
  const isHealthy = provider.generation_type === GenerationType.selfRunFailover;
  const hosts = await newHosts(context, body, { owner, isHealthy });
  const { domain } = hosts;
  const isAsked = provider.id !== '' && provider.kind !== 'self';
  const design = body.design ?? null;
  const checked = {
    ...body,
    ...hosts,
    design,
    generation_type: provider.generation_type,
    provider: provider.id,
  };
  // Left out, the brand decides; null is the plain picture.
  const hasBrand = body.design === undefined && (await brandOf(context, owner)) !== null;
  if (!body.design && !hasBrand && !isAsked) {
    const own = { ...checked, ...ownAddress(provider) };
    return own;
  }
  const { ignore_case } = body;
  const wish = { hosts: wayOf(hosts), short_code: body.short_code, ignore_case, owner };
  const { short_code } = await settleShortCode(context, wish);
  const _id = newId(context);
  const picture = qrUrlOf(context, { id: _id, domain, short_code });
  if (body.design) await requireReadable(studio, picture, body.design);
  const branded = hasBrand ? { design: await provenBrand(context, studio, { owner, address: picture }) } : {};
  const url = shortUrlOf({ domain, short_code }, context.platform.publicUrl);
  const address = await makeAddress(context, provider, { url, code: short_code, signal: request.signal });
  // As an object of its own: the row takes the id and the address, which no body may bring.
  const settled = { ...checked, ...branded, ...address, short_code, _id };
  return settled;
}

/**
 * Settles the names of a checked code in its transaction.
 * Errors: `qr.code_taken`, `qr.code_retired`, `qr.file_name_taken` 409.
 */
export async function settleNewCode(
  context: PluginContext,
  body: Omit<NewCode, 'share_password' | 'visit_password'>,
  place: { owner: string; session: Session },
): Promise<Record<string, unknown>> {
  await refuseTakenFileName(context, { file_name: body.file_name, ...place });
  const steps = stepsOf({ ...body, domain: body.domain ?? '' });
  const settled = await settleShortCode(context, {
    hosts: wayOf(steps),
    short_code: body.short_code,
    ignore_case: body.ignore_case,
    ...place,
  });
  return { ...body, ...settled };
}

interface Place {
  hosts: readonly string[];
  short_code: string;
  ignore_case?: boolean | undefined;
  session?: Session | undefined;
}

interface Wish {
  /** Where the code is to stand. */
  hosts: readonly string[];
  short_code: string | undefined;
  /** Whether it is to answer in capitals as well; it is in small letters then. */
  ignore_case: boolean | undefined;
  owner: string;
  /** The transaction that makes the code; without one nothing is claimed. */
  session?: Session;
}

async function settleShortCode(
  context: PluginContext,
  wish: Wish,
): Promise<ReturnType<typeof spelled> & { printed_domains: string[] }> {
  const { hosts, short_code, ignore_case, session } = wish;
  if (!short_code) return { ...spelled(await freeShortCode(context, hosts, wish)), printed_domains: [] };
  if (session !== undefined)
    await meetAlike(context, { hosts, codes: [{ short_code, ignore_case: ignore_case === true }] }, session);
  const retired = await claimShortCode(context, { ...wish, short_code });
  const printed = session === undefined ? [] : await reviveCodes(context, retired, session);
  const [first] = hosts;
  const printed_domains = printed.filter((host) => host !== first).slice(0, VISIT_LINK_MAX_PRINTED);
  return { ...spelled(short_code), printed_domains };
}

/** A generated code that no code on these hosts has or had, those in the bin included. */
export async function freeShortCode(
  context: PluginContext,
  hosts: readonly string[],
  { ignore_case, session }: Pick<Place, 'ignore_case' | 'session'> = {},
): Promise<string> {
  for (let attempt = 0; attempt < GENERATION_ATTEMPTS; attempt += 1) {
    const drawn = generateShortCode(context.random);
    const short_code = ignore_case ? drawn.toLowerCase() : drawn;
    if (await isFree(context, { hosts, short_code, ignore_case, session })) return short_code;
  }
  throw qrErrors.noFreeCode.create();
}

/**
 * Makes sure that this owner may have the wanted code; answers what is kept of codes of theirs that had it before.
 * Errors: `qr.code_reserved` 422; `qr.code_taken`, `qr.code_retired` 409.
 */
export async function claimShortCode(
  context: PluginContext,
  wanted: Place & { owner: string },
): Promise<RetiredCode[]> {
  const { short_code: code, owner, session } = wanted;
  if (await isReservedOn(context, wanted))
    throw qrErrors.codeReserved.create({ code }, faultAt('short_code', 'qr.fault.code_reserved'));
  if (await isTaken(context, wanted))
    throw qrErrors.codeTaken.create({ code }, faultAt('short_code', 'qr.fault.code_taken'));
  const retired = await findRetired(context, wanted, session);
  const kept = retired.find((one) => one.owner !== owner || one.was_frozen);
  if (kept !== undefined) {
    // Only its last owner is told of the freeze; "reserved for its last owner" would be untrue to them.
    const fault = kept.owner === owner ? 'qr.fault.code_retired_frozen' : 'qr.fault.code_retired';
    throw qrErrors.codeRetired.create({ code }, faultAt('short_code', fault));
  }
  return retired.filter(({ _id }) => _id.endsWith(`/${code}`));
}

/** Whether anybody may have a code: neither the product's name nor another code's, now or before. */
export async function isFree(context: PluginContext, place: Place): Promise<boolean> {
  if (await isReservedOn(context, place)) return false;
  return !(await isTaken(context, place)) && (await findRetired(context, place, place.session)).length === 0;
}

/** Throws `qr.file_name_taken` when another code of this owner has the share name. */
export async function refuseTakenFileName(
  context: PluginContext,
  wanted: { file_name: string | undefined; owner: string; session: Session; except?: string },
): Promise<void> {
  const { file_name, owner, session, except } = wanted;
  if (!file_name) return;
  const other = await context
    .model(codeResource)
    .findOne({ owner, file_name }, { _id: 1 })
    .session(session)
    .lean();
  if (other && String(other._id) !== except) {
    throw qrErrors.fileNameTaken.create({ file_name }, faultAt('file_name', 'qr.fault.file_name_taken'));
  }
}

/**
 * Whether a code on one of these hosts, in the bin or not, has the short code, or stands there on paper; of those that answer in
 * capitals as well whether it differs by these alone.
 */
async function isTaken(
  context: PluginContext,
  { hosts, short_code, ignore_case = false, session }: Place,
): Promise<boolean> {
  const found = await context
    .model(codeResource)
    .find(
      { small_code: spelled(short_code).small_code, ...standsOn(hosts) },
      { short_code: 1, ignore_case: 1 },
    )
    .session(session ?? null)
    .lean();
  return found.some((code) => areAlike(code, { short_code, ignore_case }));
}

function faultAt(path: string, message: string) {
  return { errors: [{ path, message }] };
}
