import type { CreateOf } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { requireReadable } from './design/check-design.ts';
import { qrErrors } from './errors.ts';
import { AVAILABLE_GENERATION_TYPES } from './link.ts';
import { qrUrlOf } from './present.ts';
import { codeResource } from './resource.ts';
import { generateShortCode, isReservedCode } from './short-code.ts';

/** With 62^7 codes even one second try is rare; ten in a row mean that the source of randomness is broken. */
const GENERATION_ATTEMPTS = 10;

/**
 * Checks a creation body beyond its schema and settles its short code.
 * Errors: `qr.code_taken`, `qr.file_name_taken` 409; `qr.code_reserved`, `qr.domain_unknown`,
 * `qr.generation_type_unavailable`, `qr.design_unreadable` 422.
 */
export async function prepareNewCode(
  context: PluginContext,
  body: Omit<CreateOf<typeof codeResource>, 'share_password'>,
  place: { owner: string; session: Session },
): Promise<Record<string, unknown>> {
  const domain = body.domain ?? '';
  if (domain !== '')
    throw qrErrors.domainUnknown.create({ domain }, faultAt('domain', 'qr.fault.domain_unknown'));
  const generation_type = body.generation_type ?? AVAILABLE_GENERATION_TYPES[0] ?? 0;
  if (!AVAILABLE_GENERATION_TYPES.includes(generation_type)) {
    throw qrErrors.generationTypeUnavailable.create(
      { generation_type },
      faultAt('generation_type', 'qr.fault.generation_type_unavailable'),
    );
  }
  await refuseTakenFileName(context, { file_name: body.file_name, ...place });
  const short_code = body.short_code
    ? await claimShortCode(context, { domain, short_code: body.short_code, session: place.session })
    : await freeShortCode(context, domain, place.session);
  if (body.design) await requireReadable(qrUrlOf(context, { domain, short_code }), body.design);
  return { ...body, domain, generation_type, short_code };
}

/** A generated code that no code of this domain has, those in the bin included. */
export async function freeShortCode(
  context: PluginContext,
  domain: string,
  session?: Session,
): Promise<string> {
  for (let attempt = 0; attempt < GENERATION_ATTEMPTS; attempt += 1) {
    const short_code = generateShortCode(context.random);
    if (!(await isTaken(context, { domain, short_code, session }))) return short_code;
  }
  throw qrErrors.noFreeCode.create();
}

/** Gives back the wanted code when it is free, else throws `qr.code_reserved` or `qr.code_taken`. */
export async function claimShortCode(
  context: PluginContext,
  wanted: { domain: string; short_code: string; session?: Session | undefined },
): Promise<string> {
  const { short_code } = wanted;
  if (isReservedCode(short_code)) {
    throw qrErrors.codeReserved.create({ code: short_code }, faultAt('short_code', 'qr.fault.code_reserved'));
  }
  if (await isTaken(context, wanted)) {
    throw qrErrors.codeTaken.create({ code: short_code }, faultAt('short_code', 'qr.fault.code_taken'));
  }
  return short_code;
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
