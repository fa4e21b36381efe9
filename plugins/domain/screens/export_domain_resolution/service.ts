import { type BodyOf, errors, type Page, paging } from '@waypost/contract';
import {
  containsText,
  createTable,
  type Filter,
  type OperationRun,
  type PluginContext,
  type SignedRequest,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { type StoredDomain, seesEverybodys } from '../../domains/stored.ts';
import type { OwnPlace } from '../../place/own-place.ts';
import { neededRecords } from '../../resolution/needed-records.ts';
import { zoneFile } from '../../resolution/zone-file.ts';
import { domainResource } from '../domain_list/resource.ts';
import { type Resolution, type resolutionCall, zResolutionExport } from './calls.ts';

/** Domains that are read at once. */
const PORTION = 200;

/** What exports are started with. `owner`: whose domains; undefined: everyone's. */
export const zRecordsInput = z.strictObject({ query: zResolutionExport, owner: z.string().optional() });
export const zZoneInput = z.strictObject({ zone: z.string(), owner: z.string().optional() });

/** Whose domains a caller sees. */
export const ownerOf = (request: SignedRequest): { owner?: string } =>
  seesEverybodys(request) ? {} : { owner: request.caller.id };

/** One page of the domains that are not over, with what each needs. */
export async function listResolution(
  context: PluginContext,
  { wish, place }: { wish: BodyOf<typeof resolutionCall>; place: OwnPlace },
  request: SignedRequest,
): Promise<Page<Resolution>> {
  const { page, page_size } = paging(wish);
  const filter = filterOf({ ...ownerOf(request), search: wish.search });
  const model = context.model(domainResource);
  const [found, count] = await Promise.all([
    model
      .find(filter)
      .sort({ shown: wish.sort_order === 'desc' ? -1 : 1, _id: 1 })
      .skip((page - 1) * page_size)
      .limit(page_size)
      .lean(),
    model.countDocuments(filter),
  ]);
  return { content: found.map((row) => resolutionOf(row, place)), count, page, page_size };
}

const filterOf = ({ owner, search }: { owner?: string | undefined; search?: string | undefined }) => {
  const pattern = search?.trim() ? containsText(search.trim()) : undefined;
  return {
    is_there: true,
    ...(owner === undefined ? {} : { owner }),
    ...(pattern === undefined ? {} : { $or: [{ name: pattern }, { shown: pattern }] }),
  };
};

function resolutionOf(row: StoredDomain, place: OwnPlace): Resolution {
  const { _id, shown, state, registrable: zone } = row;
  const records = neededRecords(row, place);
  return {
    id: String(_id),
    shown,
    state,
    zone,
    records,
    is_whole: records.some(({ type }) => type !== 'TXT'),
  };
}

/** Domains that fit, portion by portion. */
async function* domainsThat(
  context: PluginContext,
  filter: Filter<StoredDomain>,
): AsyncGenerator<StoredDomain[]> {
  let after: string | undefined;
  for (;;) {
    const found = await context
      .model(domainResource)
      .find({ ...filter, ...(after === undefined ? {} : { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    if (found.length > 0) yield found;
    if (found.length < PORTION) return;
    after = found.at(-1)?._id;
  }
}

/** Writes the records as a table, one a row. */
export async function exportRecords(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zRecordsInput>>,
  place: OwnPlace,
): Promise<void> {
  const { input, signal, translate } = run;
  const { format, search } = input.query;
  const table = await createTable(context, run, {
    name: `${translate('menu.export_domain_resolution')} ${todayOf(context)}`,
    columns: [
      'forward.domain',
      'resolution.state',
      ...['type', 'name', 'value'].map((part) => `resolution.record.${part}`),
    ].map((column) => translate(`domain.${column}`)),
    format,
  });
  let done = 0;
  for await (const rows of domainsThat(context, filterOf({ ...input, search }))) {
    signal.throwIfAborted();
    for (const row of rows)
      for (const { type, name, value } of neededRecords(row, place))
        await table.write([row.shown, translate(`domain.domain.state.${row.state}`), type, name, value]);
    done += rows.length;
    run.progress(done);
  }
  await table.end();
  run.progress(done, done);
}

/** Whether the caller has a domain in a zone. Errors: `not_found` 404. */
export async function requireZone(
  context: PluginContext,
  zone: string,
  request: SignedRequest,
): Promise<void> {
  const found = { ...filterOf(ownerOf(request)), registrable: zone };
  if ((await context.model(domainResource).exists(found)) === null) throw errors.notFound.create();
}

/** Writes what one registered name has to have as a zone of BIND. */
export async function exportZone(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zZoneInput>>,
  place: OwnPlace,
): Promise<void> {
  const { zone } = run.input;
  const records = [];
  for await (const rows of domainsThat(context, { ...filterOf(run.input), registrable: zone })) {
    run.signal.throwIfAborted();
    records.push(...rows.flatMap((row) => neededRecords(row, place)));
  }
  const file = await run.createFile({ name: `${zone}.zone`, type: 'text/plain; charset=utf-8' });
  const serial = Math.floor(context.clock.now() / 1000);
  await file.write(
    zoneFile({ zone, records, serial, note: run.translate('domain.resolution.zone.note', { zone }) }),
  );
  run.progress(records.length, records.length);
}
