import { errors } from '@waypost/contract';
import { type Filter, type PluginContext, searchFilter } from '@waypost/sdk';
import { z } from 'zod';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { zLinkChoice } from '../../screens/short_qr_code_list/calls.ts';
import type { StoredCode } from '../link.ts';
import { statusFilter } from '../status/rules.ts';

/** Which links an export is of. `owner`: whose they have to be still; undefined: anybody's. */
export const zChosenLinks = z.strictObject({
  ...zLinkChoice.pick({ ids: true, search: true, status: true }).shape,
  owner: z.string().optional(),
  /** Instead: all of a print batch. */
  batch: z.string().optional(),
});
export type ChosenLinks = z.infer<typeof zChosenLinks>;

const PORTION = 500;

function filterOf({ ids, owner, batch, search = '', status }: ChosenLinks, now: Date): Filter<StoredCode> {
  const found = searchFilter(codeResource, search);
  const filters: Filter<StoredCode>[] = [
    // What is chosen is meant, a code with a picture as well.
    {
      ...(ids !== undefined ? { _id: { $in: ids } } : batch === undefined ? { is_link: true } : { batch }),
      remove_time: null,
    },
    ...(owner === undefined ? [] : [{ owner }]),
    ...(found === undefined ? [] : [found]),
    ...(status === undefined ? [] : [statusFilter(status, now)]),
  ];
  return { $and: filters };
}

export const countLinks = (context: PluginContext, wanted: ChosenLinks): Promise<number> =>
  context.model(codeResource).countDocuments(filterOf(wanted, context.clock.date()));

/** @throws AppError `not_found` 404 with the place of each chosen one that is not there, or another one's */
export async function requireChosen(context: PluginContext, wanted: ChosenLinks): Promise<void> {
  const { ids } = wanted;
  if (ids === undefined) return;
  const found = await context
    .model(codeResource)
    .find(filterOf(wanted, context.clock.date()), { _id: 1 })
    .lean();
  const known = new Set(found.map(({ _id }) => String(_id)));
  const missing = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `ids.${index}`, message: 'error.not_found' }],
  );
  if (missing.length > 0) throw errors.notFound.create({}, { errors: missing });
}

/** The links, the newest first, or those of a batch by their numbers, portion by portion: they are never all in memory. */
export async function* readLinks(context: PluginContext, wanted: ChosenLinks): AsyncGenerator<StoredCode[]> {
  const cursor = context
    .model(codeResource)
    .find(filterOf(wanted, context.clock.date()))
    .sort(wanted.batch === undefined ? { create_time: -1, _id: -1 } : { batch_number: 1, _id: 1 })
    .lean()
    .cursor({ batchSize: PORTION });
  let portion: StoredCode[] = [];
  for await (const code of cursor) {
    portion.push(code);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
