import { type PluginContext, requireRow, type SignedRequest, type Stored } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import { HELD_STATES, PLATFORM } from './values.ts';

/** A name as the store keeps it. */
export type StoredDomain = Stored<typeof domainResource>;
/** What is written of one. */
export type DomainChange = Partial<Omit<StoredDomain, '_id'>>;

/** Who has a name now; of one of the platform's that nobody has, nobody. */
export const holderOf = ({ state, owner }: Pick<StoredDomain, 'state' | 'owner'>): string | undefined =>
  (HELD_STATES as readonly string[]).includes(state) && String(owner) !== PLATFORM
    ? String(owner)
    : undefined;

const READ_ALL = 'domain.domain:read_all';

/** Whether the caller sees everybody's names. */
export const seesEverybodys = ({ caller }: SignedRequest): boolean =>
  caller.isSuper || caller.permissions.has(READ_ALL);

/** A name that the caller reaches: one that they have, or anybody's for those who see everybody's. @throws AppError `not_found` 404 */
export async function findDomain(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<StoredDomain> {
  return requireRow(
    context
      .model(domainResource)
      .findOne({ _id: id, ...(seesEverybodys(request) ? {} : { owner: request.caller.id }) })
      .lean(),
  );
}
