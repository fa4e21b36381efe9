import { ACCOUNT_STATES, type AccountStates, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { addressFacts } from './addresses/address-facts.ts';
import type { CodeRow } from './code-row.ts';
import { stepsOf } from './hosts/values.ts';
import { addressesOf, type CodePlace, type StoredCode, shortUrlOf } from './link.ts';
import { seesEveryOwner } from './scope.ts';
import { statusOf } from './status/rules.ts';

const NO_VISITS = {
  view_number: 0,
  ip_view_number: 0,
  bot_view_number: 0,
  expired_view_number: 0,
  last_time: null,
};

const SECRETS: ReadonlySet<string> = new Set(
  Object.entries(codeResource.fields).flatMap(([name, { hints }]) => (hints.secret ? [name] : [])),
);

/** Adds addresses, totals and, for those who see every owner's, owners to rows: one look-up each for the whole page. */
export async function presentCodes(
  context: PluginContext,
  rows: readonly CodeRow[],
  request: SignedRequest,
): Promise<CodeRow[]> {
  const [totals, owners] = await Promise.all([
    context.visits.totals(rows.map((row) => row.id)),
    ownerNames(context, seesEveryOwner(request) ? rows.map(({ owner = '' }) => owner) : []),
  ]);
  const source = addressSource(context);
  return rows.map((row) => {
    const { last_time, ...figures } = totals.get(row.id) ?? NO_VISITS;
    return {
      ...row,
      ...addressesOf(row, source),
      ...addressFacts(row, request),
      // Codes that were made before there were domains or groups have none of them.
      ...stepsOf(row),
      printed_domains: row.printed_domains ?? [],
      printed_urls: (row.printed_domains ?? []).map((domain) =>
        shortUrlOf({ domain, short_code: row.short_code }, source.publicUrl),
      ),
      group: row.group ?? null,
      tags: row.tags ?? [],
      design: row.design ?? null,
      status: statusOf({ ...row, view_number: figures.view_number }, context.clock.now()),
      owner_account: owners[row.owner ?? ''] ?? '',
      ...figures,
      last_view_time: last_time,
    };
  });
}

/** Accounts by id; none while nobody can tell. */
export async function ownerNames(
  context: PluginContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const states = ids.length === 0 ? undefined : context.require<AccountStates>(ACCOUNT_STATES);
  return (await states?.names(ids)) ?? {};
}

/** Where the addresses of codes come from. */
export function addressSource(context: PluginContext) {
  return {
    publicUrl: context.platform.publicUrl,
    scanToken: (link: { id: string; host: string; code: string }) => context.visits.scanToken(link),
  };
}

/** What the picture of a code encodes. */
export function qrUrlOf(context: PluginContext, place: CodePlace): string {
  return addressesOf(place, addressSource(context)).qr_url;
}

/** A stored code as the wire has it. Joined fields are empty until `presentCodes` fills them. */
export function codeRow(code: StoredCode): CodeRow {
  const { _id, create_time, update_time, remove_time, remove_by, ...kept } = code;
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([name]) => !SECRETS.has(name))),
    id: String(_id),
    owner: String(code.owner),
    create_time: create_time.toISOString(),
    update_time: update_time.toISOString(),
    remove_time: remove_time?.toISOString() ?? null,
    expires_at: isoOf(code.expires_at),
    frozen_at: isoOf(code.frozen_at),
    share_view_time: isoOf(code.share_view_time),
    share_set_time: isoOf(code.share_set_time),
    guard_set_time: isoOf(code.guard_set_time),
  } as CodeRow;
}

function isoOf(time: unknown): string | null {
  return time ? new Date(time as string | Date).toISOString() : null;
}
