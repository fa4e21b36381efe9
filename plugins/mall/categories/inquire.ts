import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, RequestContext, SignedRequest } from '@waypost/sdk';
import { type inquireCall, zShownQuery } from '../screens/mall_category_list/calls.ts';
import { categoryResource } from '../screens/mall_category_list/resource.ts';
import type { ShownCategories } from './shown-categories.ts';

const READ = 'mall.category:read';

/**
 * Lists categories: all of them to callers with the right, the shown ones to everybody.
 * Errors: `unauthenticated` 401, `password_change_required`, `second_factor_demanded` and `forbidden` 403, `maintenance` 503 where the query is not
 * open to everybody.
 */
export async function inquireCategories(
  context: PluginContext,
  shown: ShownCategories,
  body: BodyOf<typeof inquireCall>,
  request: RequestContext,
): Promise<ResultOf<typeof inquireCall>> {
  const { data: open } = zShownQuery.safeParse(body);
  if (open !== undefined && !isReader(request)) return shown.page(open);
  return context.list(categoryResource, body, requireReader(request));
}

const isReader = ({ caller }: RequestContext): boolean =>
  caller !== undefined &&
  !caller.hasOneTimePassword &&
  !caller.lacksSecondFactor &&
  !caller.isKeptOut &&
  (caller.isSuper || caller.permissions.has(READ));

/** The checks that the platform makes of calls that are not public. */
function requireReader(request: RequestContext): SignedRequest {
  const { caller } = request;
  if (caller === undefined) throw errors.unauthenticated.create();
  if (caller.hasOneTimePassword) throw errors.passwordChangeRequired.create();
  if (caller.lacksSecondFactor) throw errors.secondFactorDemanded.create();
  if (caller.isKeptOut) throw errors.maintenance.create();
  if (!isReader(request)) throw errors.forbidden.create({ permission: READ });
  return { ...request, caller };
}
