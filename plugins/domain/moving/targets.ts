import type { DomainName, PluginContext, SignedRequest } from '@waypost/sdk';
import { usableNames } from '../domains/domain-names.ts';
import type { StoredDomain } from '../domains/stored.ts';
import { PLATFORM } from '../domains/values.ts';
import { countCodes } from './count-codes.ts';

/** Domains offered at once. */
const MOST = 50;

/** Whose codes are meant by a name: those of who has it; of a platform name that nobody has everybody's. */
export const codesOwner = ({ owner }: StoredDomain): string | undefined =>
  owner === PLATFORM ? undefined : owner;

/** What stands on a name, and which names could take its place. */
export async function moveTargets(
  context: PluginContext,
  { row, search }: { row: StoredDomain; search: string | undefined },
  { caller }: SignedRequest,
) {
  const owner = codesOwner(row);
  const counted = await countCodes(context, [row.name], owner);
  const found = await usableNames(context, { owner: owner ?? caller.id, search, limit: MOST });
  const targets: DomainName[] = found.filter(({ host }) => host !== row.name);
  return {
    is_available: counted !== undefined,
    codes: counted?.get(row.name)?.codes ?? 0,
    printed: counted?.get(row.name)?.printed ?? 0,
    targets: targets.map(({ host, shown, type, is_working }) => ({ host, shown, type, is_working })),
  };
}
