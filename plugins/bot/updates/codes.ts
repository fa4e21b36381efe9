import { defineResource, field } from '@waypost/contract';
import { containsText, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';

/** Codes that are told at once. */
const MOST_TOLD = 10;
/** Codes of one owner that are counted. */
const MOST_COUNTED = 10_000;

/** Codes as far as they are read here; they belong to another plugin. */
const codes = defineResource({
  name: 'qr.code',
  area: 'qr_code_list',
  title: 'name',
  access: 'own',
  fields: { name: field(z.string()), short_code: field(z.string()), domain: field(z.string()) },
});

export interface ToldCode {
  id: string;
  name: string;
  /** As people type it. */
  address: string;
  views: number;
}

/** Names of somebody's codes by id. */
export async function codeNames(
  context: PluginContext,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await context
    .model(codes)
    .find({ _id: { $in: ids }, owner }, { name: 1 })
    .lean();
  return new Map(found.map(({ _id, name }) => [String(_id), name]));
}

/**
 * The newest codes of somebody, with all of their visits.
 * @param search what their name or short code holds; empty: all of them @param from how many newer ones are left out
 */
export async function newestCodes(
  context: PluginContext,
  owner: string,
  search = '',
  from = 0,
): Promise<{ codes: ToldCode[]; count: number }> {
  const model = context.model(codes);
  const pattern = containsText(search);
  const named = search === '' ? {} : { $or: [{ name: pattern }, { short_code: pattern }] };
  const own = { owner, remove_time: null, ...named };
  const [found, count] = await Promise.all([
    model.find(own).sort({ create_time: -1, _id: -1 }).skip(from).limit(MOST_TOLD).lean(),
    model.countDocuments(own, { limit: MOST_COUNTED }),
  ]);
  const totals = await context.visits.totals(found.map(({ _id }) => String(_id)));
  const ownHost = new URL(context.platform.publicUrl).host;
  return {
    codes: found.map(({ _id, name, short_code, domain }) => ({
      id: String(_id),
      name,
      address: `${domain || ownHost}/${short_code}`,
      views: totals.get(String(_id))?.view_number ?? 0,
    })),
    count,
  };
}
