import type { CreateOf } from '@waypost/contract';
import { newId, type PluginContext, type Session, type SignedRequest } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { chosenProvider } from './addresses/chosen-provider.ts';
import { makeAddress, ownAddress } from './addresses/make-address.ts';
import { requireReadable } from './design/check-design.ts';
import type { Studio } from './design/studio.ts';
import { qrErrors } from './errors.ts';
import { shortUrlOf } from './link.ts';
import { qrUrlOf } from './present.ts';
import { findRetired, type RetiredCode, reviveCode } from './retired-codes.ts';
import { generateShortCode } from './short-code.ts';

/** With 62^7 codes even one second try is rare; ten in a row mean that the source of randomness is broken. */
const GENERATION_ATTEMPTS = 10;

type NewCode = CreateOf<typeof codeResource>;

/**
 * Checks a creation body beyond its schema, before anything is locked. A design is proved on the very address that the
 * picture will encode, and a provider makes an address of it, so that its short code is settled here. A provider that fails
 * does not keep the code from being made: it is told on it, and asked again from there.
 * Errors: `qr.code_taken`, `qr.code_retired` 409; `qr.code_reserved`, `qr.domain_unknown`, `qr.generation_type_unavailable`,
 * `qr.design_unreadable` 422; `qr.provider_off` 409; `qr.picture_busy` 503.
 */
export async function checkNewCode(
  context: PluginContext,
  studio: Studio,
  body: NewCode,
  request: SignedRequest,
): Promise<NewCode> {
  const domain = body.domain ?? '';
  if (domain !== '')
    throw qrErrors.domainUnknown.create({ domain }, faultAt('domain', 'qr.fault.domain_unknown'));
  const provider = await chosenProvider(context, body);
  const isAsked = provider.id !== '' && provider.kind !== 'self';
  const checked = { ...body, domain, generation_type: provider.generation_type, provider: provider.id };
  if (!body.design && !isAsked) {
    const own = { ...checked, ...ownAddress(provider) };
    return own;
  }
  const short_code = await settleShortCode(context, { ...checked, owner: request.caller.id });
  const _id = newId(context);
  if (body.design)
    await requireReadable(studio, qrUrlOf(context, { id: _id, domain, short_code }), body.design);
  const url = shortUrlOf({ domain, short_code }, context.platform.publicUrl);
  const address = await makeAddress(context, provider, { url, code: short_code, signal: request.signal });
  // As an object of its own: the row takes the id and the address, which no body may bring.
  const settled = { ...checked, ...address, short_code, _id };
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
  return { ...body, short_code: await settleShortCode(context, { ...body, ...place }) };
}

interface Wish {
  domain?: string | undefined;
  short_code?: string | undefined;
  owner: string;
  /** The transaction that makes the code; without one nothing is claimed. */
  session?: Session;
}

async function settleShortCode(context: PluginContext, wish: Wish): Promise<string> {
  const { domain = '', short_code, owner, session } = wish;
  if (!short_code) return freeShortCode(context, domain, session);
  const retired = await claimShortCode(context, { domain, short_code, owner, session });
  if (retired !== null && session !== undefined) await reviveCode(context, retired, session);
  return short_code;
}

/** A generated code that no code of this domain has or had, those in the bin included. */
export async function freeShortCode(
  context: PluginContext,
  domain: string,
  session?: Session,
): Promise<string> {
  for (let attempt = 0; attempt < GENERATION_ATTEMPTS; attempt += 1) {
    const short_code = generateShortCode(context.random);
    if (await isFree(context, { domain, short_code, session })) return short_code;
  }
  throw qrErrors.noFreeCode.create();
}

/**
 * Makes sure that this owner may have the wanted code; answers what is kept of a code of theirs that had it before.
 * Errors: `qr.code_reserved` 422; `qr.code_taken`, `qr.code_retired` 409.
 */
export async function claimShortCode(
  context: PluginContext,
  wanted: { domain: string; short_code: string; owner: string; session?: Session | undefined },
): Promise<RetiredCode | null> {
  const { short_code: code, owner, session } = wanted;
  if (await context.visits.isReserved(code))
    throw qrErrors.codeReserved.create({ code }, faultAt('short_code', 'qr.fault.code_reserved'));
  if (await isTaken(context, wanted))
    throw qrErrors.codeTaken.create({ code }, faultAt('short_code', 'qr.fault.code_taken'));
  const retired = await findRetired(context, wanted, session);
  if (retired !== null && (retired.owner !== owner || retired.was_frozen)) {
    // Only its last owner is told of the freeze; "reserved for its last owner" would be untrue to them.
    const fault = retired.owner === owner ? 'qr.fault.code_retired_frozen' : 'qr.fault.code_retired';
    throw qrErrors.codeRetired.create({ code }, faultAt('short_code', fault));
  }
  return retired;
}

/** Whether anybody may have a code: neither the product's name nor another code's, now or before. */
export async function isFree(
  context: PluginContext,
  place: { domain: string; short_code: string; session?: Session | undefined },
): Promise<boolean> {
  if (await context.visits.isReserved(place.short_code)) return false;
  return !(await isTaken(context, place)) && (await findRetired(context, place, place.session)) === null;
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

/** Whether a code of this domain, in the bin or not, has the short code. */
async function isTaken(
  context: PluginContext,
  place: { domain: string; short_code: string; session?: Session | undefined },
): Promise<boolean> {
  const { domain, short_code, session } = place;
  const found = await context
    .model(codeResource)
    .findOne({ domain, short_code }, { _id: 1 })
    .session(session ?? null)
    .lean();
  return found !== null;
}

function faultAt(path: string, message: string) {
  return { errors: [{ path, message }] };
}
