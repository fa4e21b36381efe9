import { AccessMode, errors, VisitRestriction } from '@waypost/contract';
import type { PluginContext, Session, Stored } from '@waypost/sdk';
import { groupResource } from '../../screens/group/resource.ts';
import type { StoredCode } from '../link.ts';

type Place = { owner: string; session: Session };
/** What a group says of codes that are made in it. */
type Defaults = Partial<
  Pick<StoredCode, 'access_mode' | 'visit_restriction' | 'visit_rules'> & { group: string | null }
>;

/**
 * A body of a new code with what its group says where it says nothing else itself: no rules, anybody's access, any app.
 * @throws AppError `invalid_input` 422 at `group` for one that its owner does not have
 */
export async function inGroup<B extends { [K in keyof Defaults]?: Defaults[K] | undefined }>(
  context: PluginContext,
  body: B,
  place: Place,
): Promise<B> {
  if (!body.group) return body;
  const group = await requireGroup(context, body.group, place);
  const { access_mode = AccessMode.unrestricted, visit_restriction = VisitRestriction.none } = body;
  return {
    ...body,
    visit_rules: body.visit_rules?.length ? body.visit_rules : group.visit_rules,
    access_mode: access_mode === AccessMode.unrestricted ? group.access_mode : access_mode,
    visit_restriction:
      visit_restriction === VisitRestriction.none ? group.visit_restriction : visit_restriction,
  };
}

/** @throws AppError `invalid_input` 422 at `group` for one that is not there, or another one's */
export async function requireGroup(
  context: PluginContext,
  id: string,
  { owner, session }: Place,
): Promise<Stored<typeof groupResource>> {
  const found = await context.model(groupResource).findOne({ _id: id, owner }).session(session).lean();
  if (found === null)
    throw errors.invalidInput.create({}, { errors: [{ path: 'group', message: 'qr.fault.group_unknown' }] });
  return found;
}
