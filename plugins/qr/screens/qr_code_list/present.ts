import type { PluginContext } from '@waypost/sdk';
import type { CodeRow } from './code-row.ts';
import { addressesOf, type CodePlace, type StoredCode } from './link.ts';

const NO_VISITS = { view_number: 0, ip_view_number: 0, bot_view_number: 0, last_time: null };

/** Adds addresses and totals to rows: one look-up for the whole page. */
export async function presentCodes(context: PluginContext, rows: readonly CodeRow[]): Promise<CodeRow[]> {
  const totals = await context.visits.totals(rows.map((row) => row.id));
  const source = addressSource(context);
  return rows.map((row) => {
    const { view_number, ip_view_number, bot_view_number, last_time } = totals.get(row.id) ?? NO_VISITS;
    return {
      ...row,
      ...addressesOf(row, source),
      view_number,
      ip_view_number,
      bot_view_number,
      last_view_time: last_time,
    };
  });
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
  const { _id, create_time, update_time, remove_time, remove_by, share_password_hash, share_key, ...fields } =
    code;
  return {
    ...fields,
    id: String(_id),
    owner: String(code.owner),
    create_time: create_time.toISOString(),
    update_time: update_time.toISOString(),
    remove_time: remove_time?.toISOString() ?? null,
    expires_at: code.expires_at ? new Date(code.expires_at).toISOString() : null,
  } as CodeRow;
}
