import type { PluginContext, Session, SignedRequest } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import type { ReadSettings } from '../../settings.ts';
import { refuseMissing } from '../change-codes.ts';
import { knownBy } from '../history/known-by.ts';
import type { StoredCode } from '../link.ts';
import { retireCode } from '../retired-codes.ts';
import { codeScope } from '../scope.ts';
import { BINNED, purgeLimit } from './rules.ts';

/** Name of the job that deletes for good what has been in the bin for the configured days. */
const PURGE_BIN = 'purge_bin';
/** Codes of one transaction. */
const PORTION = 200;

/**
 * Deletes every named code of the bin for good: all of them or none. Their addresses stay kept.
 * Errors: `not_found` 404 with the place of each id that is not in the bin, or not the caller's.
 */
export async function purgeCodes(
  context: PluginContext,
  given: readonly string[],
  request: SignedRequest,
): Promise<number> {
  return context.transaction(async (session) => {
    const filter = { ...codeScope(request), ...BINNED, _id: { $in: [...new Set(given)] } };
    const found = await context.model(codeResource).find(filter).session(session).lean();
    refuseMissing(given, found);
    await purge(context, found, { session, request });
    return found.length;
  });
}

/** Empties the bin of what has been there for as long as is set. Fewer days hold at the next round, not at once. */
export async function keepBin(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  context.jobs.define(PURGE_BIN, async (_data, signal) => {
    const { bin_days } = await readSettings();
    const limit = purgeLimit(context.clock.now(), bin_days);
    while (!signal.aborted && (await purgePortion(context, limit)) === PORTION);
  });
  await context.jobs.every('1 hour', PURGE_BIN);
}

async function purgePortion(context: PluginContext, limit: Date): Promise<number> {
  return context.transaction(async (session) => {
    const found = await context
      .model(codeResource)
      .find({ remove_time: { ...BINNED.remove_time, $lte: limit } })
      .sort({ remove_time: 1, _id: 1 })
      .limit(PORTION)
      .session(session)
      .lean();
    await purge(context, found, { session });
    return found.length;
  });
}

async function purge(
  context: PluginContext,
  codes: readonly StoredCode[],
  { session, request }: { session: Session; request?: SignedRequest },
): Promise<void> {
  await context.model(codeResource).deleteMany({ _id: { $in: codes.map(({ _id }) => _id) } }, { session });
  for (const code of codes) {
    await retireCode(context, code, session);
    const before = { ...knownBy(code), remove_time: code.remove_time, remove_by: code.remove_by };
    await context.audit(
      {
        type: 'qr.code.remove',
        target: String(code._id),
        before,
        ...(request === undefined ? {} : { request }),
      },
      session,
    );
  }
}
