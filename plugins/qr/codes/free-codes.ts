import { AppError, errors } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { areAlike, spelled } from './alike-codes.ts';
import { qrErrors } from './errors.ts';
import { isReservedOn, standsOn } from './hosts/taken.ts';
import { retiredAmong } from './retired-codes.ts';

/** MongoDB's code for a value that a unique index has already. */
const DUPLICATE_KEY = 11_000;
/** Its own address. */
const PLATFORM = [''];
/** How often work is tried whose codes somebody else has taken meanwhile. */
const TRIALS = 5;

/** Why a code cannot be had. */
export type CodeFault = 'taken' | 'reserved' | 'retired';

/** Why codes cannot be had on some hosts, by code; the look-ups are few, however many codes there are. */
export async function codeFaults(
  context: PluginContext,
  { codes, hosts = PLATFORM }: { codes: readonly string[]; hosts?: readonly string[] },
  session: Session,
): Promise<Map<string, CodeFault>> {
  const faults = new Map<string, CodeFault>();
  const bySmall = Map.groupBy(new Set(codes), (code) => spelled(code).small_code);
  const taken = await context
    .model(codeResource)
    .find(
      { small_code: { $in: [...bySmall.keys()] }, ...standsOn(hosts) },
      { short_code: 1, small_code: 1, ignore_case: 1 },
    )
    .session(session)
    .lean();
  for (const domain of hosts)
    for (const code of await retiredAmong(context, { domain, codes }, session)) faults.set(code, 'retired');
  for (const known of taken)
    for (const code of bySmall.get(known.small_code) ?? [])
      if (areAlike(known, { short_code: code })) faults.set(code, 'taken');
  for (const code of codes)
    if (await isReservedOn(context, { hosts, short_code: code })) faults.set(code, 'reserved');
  return faults;
}

/** A code that was drawn is another one's already: `withFreshCodes` has the work draw anew. */
export const drawnTwice = () => qrErrors.codeTaken.create({ code: '' });

/** Does in one transaction what draws codes, and does it anew when somebody else has taken one of them meanwhile. */
export async function withFreshCodes<Made>(
  context: PluginContext,
  work: (session: Session) => Promise<Made>,
): Promise<Made> {
  for (let trial = 1; ; trial += 1) {
    try {
      return await context.transaction(work);
    } catch (error) {
      if (!isTaken(error) || trial === TRIALS) throw error;
    }
  }
}

/** Whether somebody else has taken a code between the look and the writing. */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError)
    return error.code === qrErrors.codeTaken.code || error.code === errors.duplicate.code;
  return error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;
}
