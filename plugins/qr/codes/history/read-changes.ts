import { type AuditedChange, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import type { CodeChangeView } from '../../screens/qr_code_list/calls.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { codeScope, seesEveryOwner } from '../scope.ts';
import { changedFields } from './changed-fields.ts';

const VERBS: Readonly<Record<string, CodeChangeView['verb']>> = {
  'qr.code.add': 'add',
  'qr.code.freeze': 'freeze',
  'qr.code.lift': 'lift',
  'qr.code.change_owner': 'give',
  'qr.visit.clear': 'clear_visits',
  'qr.visit.restore': 'restore_visits',
  'qr.visit.erase': 'erase_visits',
};

/**
 * What was done to a code that the caller reaches, as the audit log tells it: to its owner since it is theirs, to those who
 * see every owner's all of it. A customer reads who of the operators' side it was by their role, not by their account.
 * @throws AppError `not_found` 404
 */
export async function readChanges(
  context: PluginContext,
  query: { id: string; page: number; page_size: number },
  request: SignedRequest,
): Promise<{ content: CodeChangeView[]; count: number; page: number; page_size: number }> {
  const { id, page, page_size } = query;
  const code = await requireRow(
    context
      .model(codeResource)
      .findOne({ ...codeScope(request), _id: id }, { owner: 1 })
      .lean(),
  );
  const owner = String(code.owner);
  const from = seesEveryOwner(request) ? undefined : await ownedSinceEntry(context, id);
  const { content, count } = await context.audited({
    target: id,
    page,
    page_size,
    ...(from === undefined ? {} : { from }),
  });
  const view = (entry: AuditedChange) =>
    viewOf({ ...entry, before: ownPart(entry.before, id) }, owner, request);
  return { content: content.map(view), count, page, page_size };
}

/** What an entry about several codes says of one: older ones hold a list, of which nobody knows whose is which unless it says so. */
export function ownPart(before: unknown, id: string): unknown {
  if (!Array.isArray(before)) return before;
  const named = before.find(
    (one: unknown) => typeof one === 'object' && one !== null && 'id' in one && one.id === id,
  );
  return named ?? (before.length === 1 ? before[0] : null);
}

/** The entry by which a code became its owner's; undefined: it always was. What is before is somebody else's. */
export async function ownedSinceEntry(context: PluginContext, id: string): Promise<number | undefined> {
  const query = { target: id, type: 'qr.code.change_owner', page: 1, page_size: 1 };
  return (await context.audited(query)).content[0]?.number;
}

function viewOf(entry: AuditedChange, owner: string, request: SignedRequest): CodeChangeView {
  const { type, time, actor, before, after } = entry;
  return {
    time,
    verb:
      type === 'qr.code.update_remove' ? (isBinned(after) ? 'bin' : 'restore') : (VERBS[type] ?? 'update'),
    author: authorOf(entry, owner, request),
    account: seesEveryOwner(request) ? (actor?.account ?? '') : '',
    via: actor?.via === 'api_key' ? 'api_key' : 'session',
    fields: type === 'qr.code.add' ? [] : changedFields(before, after),
  };
}

/** Who made a change, as the reader knows them. @param owner whose the code is now */
export function authorOf(
  { actor, before, after }: Pick<AuditedChange, 'actor' | 'before' | 'after'>,
  owner: string,
  { caller }: Pick<SignedRequest, 'caller'>,
): CodeChangeView['author'] {
  if (actor === null) return 'server';
  if (actor.id === caller.id) return 'you';
  if (actor.id === owner) return 'owner';
  return actor.id === (ownerIn(before) ?? ownerIn(after)) ? 'former_owner' : 'operator';
}

/** Whose a code was when it was changed. */
function ownerIn(row: unknown): string | undefined {
  return typeof row === 'object' && row !== null && 'owner' in row ? String(row.owner) : undefined;
}

/** `update_remove` is both the way into the bin and out of it. */
function isBinned(after: unknown): boolean {
  return typeof after === 'object' && after !== null && 'remove_time' in after && after.remove_time !== null;
}
