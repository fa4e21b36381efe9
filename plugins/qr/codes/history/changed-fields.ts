import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { PLAIN_DESIGN } from '../design/values.ts';

export interface ChangedField {
  field: string;
  before: unknown;
  after: unknown;
}

type Row = Readonly<Record<string, unknown>>;

/** What is told by the verb, said by another field, or nobody's change. */
const UNTOLD = new Set([
  ...['frozen_at', 'generation_type', 'provider', 'address_status', 'address_error'],
  ...['group', 'is_paused', 'is_log_held'],
  // What a visit passes is told step by step, and what is on paper follows.
  ...['domain', 'printed_domains'],
  ...['share_view_time', 'share_set_time', 'guard_set_time'],
]);

/** What two states of a code differ in; either may hold some of its fields only. Secret fields never. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [was, is] = [rowOf(before), rowOf(after)];
  const changed = Object.entries(codeResource.fields).flatMap(([field, { hints }]) => {
    const isTold = !('secret' in hints && hints.secret) && !('stored' in hints && hints.stored === false);
    if (!isTold || UNTOLD.has(field) || !(field in was && field in is)) return [];
    if (Bun.deepEquals(was[field], is[field])) return [];
    return field === 'design'
      ? changedDesign(was[field], is[field])
      : [{ field, before: was[field] ?? null, after: is[field] ?? null }];
  });
  return [...changed, ...changedPassword(was, is), ...changedVisitPassword(was, is)];
}

/** That the shared page has another password, and whether it had one: never which. */
function changedPassword(was: Row, is: Row): ChangedField[] {
  const before = was.share_set_time ?? null;
  const after = is.share_set_time ?? null;
  // What began or ended is said by `is_shared`. Entries from before the time was kept say nothing of the password.
  if (
    after === null ||
    Bun.deepEquals(before, after) ||
    !('is_shared' in is) ||
    was.is_shared !== is.is_shared
  )
    return [];
  return [{ field: 'share_password', before: before === null ? null : 'earlier', after: 'changed' }];
}

/** That visitors need another password: never which. That they need one, or none any more, is said by the switch. */
function changedVisitPassword(was: Row, is: Row): ChangedField[] {
  const [before, after] = [was.guard_set_time ?? null, is.guard_set_time ?? null];
  if (before === null || after === null || Bun.deepEquals(before, after)) return [];
  return [{ field: 'visit_password', before: 'earlier', after: 'changed' }];
}

/** A part of the design at a time: a whole one says nothing, and its logo is a long text of letters. */
function changedDesign(before: unknown, after: unknown): ChangedField[] {
  const [was, is]: Row[] = [rowOf(before), rowOf(after)].map((row) => ({ ...PLAIN_DESIGN, ...row }));
  return Object.keys(PLAIN_DESIGN).flatMap((part) => {
    if (Bun.deepEquals(was?.[part] ?? null, is?.[part] ?? null)) return [];
    const told = (value: unknown) => (part === 'logo' ? Boolean(value) : (value ?? null));
    return [{ field: `design.${part}`, before: told(was?.[part]), after: told(is?.[part]) }];
  });
}

function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? (value as Row) : {};
}
