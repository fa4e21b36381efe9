import { errors, type RowOf } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  ENTITLEMENTS,
  ENTITLEMENTS_VERSIONS,
  type Entitlements,
  type PluginContext,
  type ResourceBinding,
} from '@waypost/sdk';
import { domainErrors } from '../../domains/errors.ts';
import { accountFamily, isTaken, joinFamily } from '../../domains/families.ts';
import { enteredName } from '../../domains/new-domain.ts';
import type { StoredDomain } from '../../domains/stored.ts';
import { PLATFORM } from '../../domains/values.ts';
import { countCodes } from '../../moving/count-codes.ts';
import type { FindOwnPlace, OwnPlace } from '../../place/own-place.ts';
import { aliasMayBeOthers, newToken, recordsOf } from '../../proof/records.ts';
import { spareIds } from '../../reserve/keep-spares.ts';
import { leadingRecords, placeForOthers } from '../../resolution/needed-records.ts';
import type { ReadSettings } from '../../settings.ts';
import { lastLooks, NOT_LOOKED } from '../../watching/last-looks.ts';
import { domainResource } from './resource.ts';

type Domain = typeof domainResource;
/** Right of whoever decides what the platform's names are for. */
const ADMINISTER = 'domain.platform:add';

/** The functions behind resource `domain.domain`: what people add are claims, until they are proved. */
export function bindDomains(
  context: PluginContext,
  { findPlace, readSettings }: { findPlace: FindOwnPlace; readSettings: ReadSettings },
): ResourceBinding<Domain> {
  return {
    async beforeCreate(body, { request, session }) {
      const owner = request.caller.id;
      const read = enteredName(context, body.name);
      const most = (await readSettings()).names_per_account;
      // Two that are added at once are counted one after the other.
      await joinFamily(context, accountFamily(owner), session);
      const model = context.model(domainResource);
      const own = { owner, is_platform: false, is_there: true };
      if ((await model.countDocuments(own).session(session)) >= most)
        throw domainErrors.namesLimit.create({ most });
      const count = () => model.countDocuments(own).session(session);
      await context
        .require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS)
        ?.requireRoom({ account: owner, kind: 'domains', count }, session);
      const same = { owner, name: read.name, is_there: true };
      if ((await model.exists(same).session(session)) !== null)
        throw domainErrors.nameThere.create({ name: read.shown });
      if (await isTaken(context, { owner, is_platform: false, ...read }, session))
        throw domainErrors.nameTaken.create({ name: read.shown });
      return { ...body, ...read, token: newToken(context), next_check_time: context.clock.date() };
    },
    beforeUpdate(change, { before, request: { caller } }) {
      // What the platform lends stays what it is.
      if (before?.is_platform && !caller.isSuper && !caller.permissions.has(ADMINISTER))
        throw errors.forbidden.create({ permission: ADMINISTER });
      if (before?.is_there === false) throw domainErrors.nameOver.create({ name: before.shown });
      return change;
    },
    present: async (rows) => presentDomains(context, rows, placeForOthers(context, await findPlace())),
  };
}

/** Adds whose names are, how they are proved and led here, how they were found and what stands on them. */
async function presentDomains(
  context: PluginContext,
  rows: readonly RowOf<Domain>[],
  place: OwnPlace,
): Promise<RowOf<Domain>[]> {
  const ids = rows.map(({ owner }) => owner ?? '').filter((owner) => owner !== PLATFORM);
  const states = context.require<AccountStates>(ACCOUNT_STATES);
  const names = (await states?.names(ids)) ?? {};
  const stored = await registrableNames(context, rows);
  const mayBeOthers = await aliasMayBeOthers(context, [...stored.values()]);
  const looks = await lastLooks(
    context,
    rows.map(({ id }) => id),
  );
  const codes = await countCodes(
    context,
    rows.map(({ name }) => name),
  );
  const spares = new Set(await spareIds(context));
  const offered = await offeredNames(context, [...stored.values()]);
  return rows.map((row) => {
    const own = stored.get(row.id);
    const isProvable = own !== undefined && !row.is_platform && own.is_there;
    const records = isProvable
      ? recordsOf(context, own, mayBeOthers(own))
      : { txt_name: '', txt_value: '', cname_value: '' };
    return {
      ...row,
      ...records,
      offered_name: own === undefined ? '' : (offered.get(String(own._id)) ?? ''),
      leading: own?.is_there ? leadingRecords(own, place) : [],
      ...(looks.get(row.id) ?? NOT_LOOKED),
      owner_account: names[row.owner ?? ''] ?? '',
      code_number: codes?.get(row.name)?.codes ?? null,
      printed_number: codes?.get(row.name)?.printed ?? null,
      is_spare: spares.has(row.id),
    };
  });
}

const NAMED = {
  name: 1,
  owner: 1,
  token: 1,
  registrable: 1,
  is_there: 1,
  is_platform: 1,
  state: 1,
  create_time: 1,
} as const;
type Named = Pick<StoredDomain, '_id' | keyof typeof NAMED>;

/** What rows do not carry over the wire. */
async function registrableNames(
  context: PluginContext,
  rows: readonly RowOf<Domain>[],
): Promise<Map<string, Named>> {
  const found = await context
    .model(domainResource)
    .find({ _id: { $in: rows.map(({ id }) => id) } }, NAMED)
    .lean();
  return new Map(found.map((row) => [String(row._id), row]));
}

/** People type `www.` before a name that was registered, whoever has printed it without: it is a name of its own, and has to be added. */
async function offeredNames(context: PluginContext, domains: readonly Named[]): Promise<Map<string, string>> {
  const bare = domains.filter(
    ({ name, registrable, is_there, is_platform }) => is_there && !is_platform && name === registrable,
  );
  if (bare.length === 0) return new Map();
  const there = await context
    .model(domainResource)
    .find({ name: { $in: bare.map(({ name }) => `www.${name}`) }, is_there: true }, { name: 1, owner: 1 })
    .lean();
  const taken = new Set(there.map(({ name, owner }) => `${owner} ${name}`));
  return new Map(
    bare
      .filter(({ name, owner }) => !taken.has(`${owner} www.${name}`))
      .map(({ _id, name }) => [String(_id), `www.${name}`]),
  );
}
