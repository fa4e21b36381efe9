import { type BodyOf, errors, VISIT_SHIELD_MAX_NUMBER } from '@waypost/contract';
import { newRow, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { faultAt, type SetOwner, type StoredRule, setOf } from '../../rules/publish.ts';
import type { hiddenRulesCall } from './calls.ts';
import { ruleResource } from './resource.ts';

/** Whoever sees everybody's rules makes those of the platform. */
export const READ_ALL = 'wechat-shield.rule:read_all';
/** Number of a rule that is not saved. */
export const DRAFT_NUMBER = VISIT_SHIELD_MAX_NUMBER;

export const isOperator = ({ caller }: SignedRequest): boolean =>
  caller.isSuper || caller.permissions.has(READ_ALL);

export const isOn = ({ state }: StoredRule): boolean => state === 'on';

/**
 * The set that a question is about: that of the saved rule which is being changed, where there is one and the caller may change it.
 * Errors: `forbidden` 403 for the one of the platform, but for whoever makes its rules
 */
export async function setAskedFor(
  context: PluginContext,
  { applies_to, instead_of }: { applies_to: unknown; instead_of?: string | undefined },
  request: SignedRequest,
): Promise<SetOwner> {
  if (applies_to === 'all' && !isOperator(request)) throw errors.forbidden.create({ permission: READ_ALL });
  const edited =
    instead_of === undefined || !isOperator(request)
      ? null
      : await context.model(ruleResource).findById(instead_of).lean();
  if (edited !== null) return setOf(edited);
  return applies_to === 'all' ? null : request.caller.id;
}

/**
 * A set with a rule that nobody has saved, in its place: as it would be once it is saved and on.
 * @param saved also those that are off: the rule may take the place of one
 * Errors: `invalid_input` 422 at the field that does not go with the others
 */
export function withDraft(
  context: PluginContext,
  saved: readonly StoredRule[],
  {
    draft,
    instead_of,
    request,
  }: {
    draft: NonNullable<BodyOf<typeof hiddenRulesCall>['rule']>;
    instead_of: string | undefined;
    request: SignedRequest;
  },
): StoredRule[] {
  const edited = saved.find(({ _id }) => String(_id) === instead_of);
  const fields = { position: edited?.position ?? 0, ...draft, state: 'on' as const, number: DRAFT_NUMBER };
  const row = newRow(context, ruleResource, fields, { owner: request.caller.id });
  for (const { path, messageKey, holds } of ruleResource.rules)
    if (!holds(row)) throw faultAt(path, messageKey);
  const others = saved.filter(({ _id }) => String(_id) !== instead_of);
  const isBefore = ({ _id, position }: StoredRule) =>
    position > row.position || (position === row.position && String(_id) > (instead_of ?? String(row._id)));
  return [...others.filter(isBefore), row, ...others.filter((rule) => !isBefore(rule))];
}
