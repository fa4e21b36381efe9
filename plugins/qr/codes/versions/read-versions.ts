import { type AuditedChange, type PluginContext, requireRow, type SignedRequest } from '@waypost/sdk';
import type { CodeVersion } from '../../screens/code_version/calls.ts';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { authorOf, ownedSinceEntry, ownPart } from '../history/read-changes.ts';
import type { StoredCode } from '../link.ts';
import { codeScope, seesEveryOwner } from '../scope.ts';
import { VERSION_FIELDS, type VersionField } from './values.ts';

/** The most that the log gives at once. */
const PORTION = 100;
/** Entries of the log that are looked through, and versions that are told. */
const MOST_ENTRIES = 2_000;
const MOST_VERSIONS = 200;

type Content = Record<string, unknown>;

/**
 * The versions of a code that the caller reaches, the newest first, found by going back from what holds now over what the
 * log has kept: of a customer's since the code is theirs.
 * @throws AppError `not_found` 404
 */
export async function readVersions(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): Promise<{ code: StoredCode; versions: CodeVersion[] }> {
  const code = await requireRow(
    context
      .model(codeResource)
      .findOne({ ...codeScope(request), _id: id, remove_time: null })
      .lean(),
  );
  const versions: CodeVersion[] = [];
  let content: Content = Object.fromEntries(VERSION_FIELDS.map((field) => [field, code[field] ?? null]));
  for await (const entry of entriesOf(context, id, request)) {
    const before = rowOf(ownPart(entry.before, id));
    const changed = changedIn(before, rowOf(entry.after));
    const isMade = entry.type === 'qr.code.add';
    if (changed.length === 0 && !isMade) continue;
    versions.push({ ...madeBy(entry, code, request), changed, content });
    if (isMade || versions.length === MOST_VERSIONS) return { code, versions };
    content = { ...content, ...Object.fromEntries(changed.map((field) => [field, before[field] ?? null])) };
  }
  const unknown = { number: 0, time: null, author: null, account: '' };
  versions.push({ ...unknown, changed: [], content });
  return { code, versions };
}

function madeBy(entry: AuditedChange, code: StoredCode, request: SignedRequest) {
  return {
    number: entry.number,
    time: entry.time,
    author: authorOf(entry, String(code.owner), request),
    account: seesEveryOwner(request) ? (entry.actor?.account ?? '') : '',
  };
}

async function* entriesOf(
  context: PluginContext,
  id: string,
  request: SignedRequest,
): AsyncGenerator<AuditedChange> {
  const from = seesEveryOwner(request) ? undefined : await ownedSinceEntry(context, id);
  for (let page = 1; page <= MOST_ENTRIES / PORTION; page += 1) {
    const { content } = await context.audited({
      target: id,
      page,
      page_size: PORTION,
      ...(from === undefined ? {} : { from }),
    });
    yield* content;
    if (content.length < PORTION) return;
  }
}

/** Fields that both states have, and not alike. */
function changedIn(before: Content, after: Content): VersionField[] {
  return VERSION_FIELDS.filter(
    (field) =>
      field in before && field in after && !Bun.deepEquals(before[field] ?? null, after[field] ?? null),
  );
}

const rowOf = (value: unknown): Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Content) : {};
