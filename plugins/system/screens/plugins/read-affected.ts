import { type ResultOf, YesNo } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { PlatformContext, PluginPreview } from '@waypost/sdk/platform';
import { waitingLines } from '../home_admin/overview-lines.ts';
import { userResource } from '../user_list/resource.ts';
import type { pluginPreview } from './calls.ts';

type Affected = NonNullable<ResultOf<typeof pluginPreview>['affected']>;

/** Whom the end of a plugin concerns: who can open its screens now, and what waits in it and in those that need it. */
export async function readAffected(
  context: PlatformContext,
  { id, preview }: { id: string; preview: PluginPreview },
  request: SignedRequest,
): Promise<Affected> {
  const permissions = [...new Set(preview.removed.menus.map(({ permission }) => permission))];
  const roles = await Promise.all(permissions.map((permission) => context.identity.rolesWith(permission)));
  const [people, waiting] = await Promise.all([
    context
      .model(userResource)
      .countDocuments({ role: { $in: roles.flat() }, remove_time: null, disabled: YesNo.no }),
    waitingLines(context, request, [id, ...preview.dependents]),
  ]);
  return { people, waiting: waiting.map(({ text }) => text) };
}
