import { errors } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { poolItemResource } from '../pools/item-resource.ts';
import { poolScope } from '../pools/stored.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { keptPictures } from './picture-quota.ts';
import { codeScope } from './scope.ts';

/**
 * A picture as visitors see it, for who has kept it or reaches the code, or the pool, that shows it. Its name says nothing of whose it is, and
 * gives nobody the picture.
 * Errors: `not_found` 404.
 */
export async function shownPicture(
  context: PluginContext,
  { picture, id }: { picture: string; id?: string | undefined },
  request: SignedRequest,
): Promise<{ data: string }> {
  const isShown = id !== undefined && (await isShownBy(context, { picture, id }, request));
  const mayLook =
    isShown || (await keptPictures(context).exists({ _id: `${request.caller.id} ${picture}` })) !== null;
  const data = mayLook ? await context.visits.picture(picture) : null;
  if (data === null) throw errors.notFound.create();
  return { data };
}

async function isShownBy(
  context: PluginContext,
  { picture, id }: { picture: string; id: string },
  request: SignedRequest,
): Promise<boolean> {
  const code = await context
    .model(codeResource)
    .findOne({ ...codeScope(request), _id: id }, { targets: 1 })
    .lean();
  if (code?.targets.some((target) => target.picture === picture)) return true;
  const inPool = { ...poolScope(request), pool: id, 'target.picture': picture };
  return (await context.model(poolItemResource).exists(inPool)) !== null;
}
