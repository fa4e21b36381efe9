import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import { type PluginContext, requireRow, type SignedRequest, type VisitorPage } from '@waypost/sdk';
import { codeScope } from '../../../codes/scope.ts';
import { shownPicture } from '../../../codes/shown-picture.ts';
import { itemStatus, poolMoment } from '../../../pools/levels.ts';
import { itemsOf, poolScope, takenBy } from '../../../pools/stored.ts';
import type { ItemTarget } from '../../../pools/values.ts';
import { poolResource } from '../../internal_code_grouping/resource.ts';
import { codeResource } from '../../qr_code_list/resource.ts';
import type { visitPreviewCall } from './calls.ts';

type Preview = ResultOf<typeof visitPreviewCall>;
type Refusal = Extract<VisitorPage, { kind: 'refusal' }>['refusal'];

/** The page of a code that leads nowhere. */
const REFUSALS = {
  off: 'paused',
  frozen: 'frozen',
  expired: 'gone',
  unclaimed: 'unclaimed',
} as const satisfies Record<string, Refusal>;

/**
 * What visitors of a code with these settings get, in the order in which visits are answered.
 * @throws AppError `not_found` 404 for a code, a picture or a pool that the caller does not reach
 */
export async function visitPreview(
  context: PluginContext,
  { target, status, has_password, expired_target, id }: BodyOf<typeof visitPreviewCall>,
  request: SignedRequest,
): Promise<Preview> {
  if (id !== undefined)
    await requireRow(
      context
        .model(codeResource)
        .findOne({ ...codeScope(request), _id: id }, { _id: 1 })
        .lean(),
    );
  const show = async (page: VisitorPage): Promise<Preview> => {
    const html = await context.visits.previewPage(page, request.language);
    if (html === null) throw errors.notFound.create();
    return { address: null, html };
  };
  const lead = async ({ url, picture, contact }: ItemTarget, shownBy: string | undefined) => {
    if (contact !== undefined) return show({ kind: 'contact', contact });
    if (picture === undefined) return { address: url ?? null, html: null };
    await shownPicture(context, { picture, id: shownBy }, request);
    return show({ kind: 'picture', picture });
  };
  if (status === 'expired' && expired_target) return { address: expired_target, html: null };
  if (status !== 'on') return show({ kind: 'refusal', refusal: REFUSALS[status] });
  if (has_password === true) return show({ kind: 'password' });
  const { pool } = target;
  if (pool === undefined) return lead(target, id);
  const given = await nextOf(context, pool, request);
  return given === undefined ? show({ kind: 'refusal', refusal: 'paused' }) : lead(given, pool);
}

/** What a pool gives out now: its first item that takes visitors, else where it leads when there is none. */
async function nextOf(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<ItemTarget | undefined> {
  const { fallback } = await requireRow(
    context
      .model(poolResource)
      .findOne({ ...poolScope(request), _id: id })
      .lean(),
  );
  const items = await itemsOf(context, [id]);
  const taken = await takenBy(context, items);
  const moment = poolMoment(context.platform.timeZone, context.clock.now());
  const open = items
    .get(id)
    ?.find((item) => itemStatus(item, taken.get(String(item._id)) ?? 0, moment) === 'open');
  return open?.target ?? (fallback ? { url: fallback } : undefined);
}
