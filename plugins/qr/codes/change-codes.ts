import { errors, YesNo } from '@waypost/contract';
import { newVersion, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { requireLogRoom } from '../limits/room.ts';
import { requirePools } from '../pools/require-pools.ts';
import { type CodeRule, codeResource, type Target } from '../screens/qr_code_list/resource.ts';
import { settleClaims } from './claims/settle-claims.ts';
import { type Design, zDesign } from './design/values.ts';
import { refuseFrozenState } from './frozen.ts';
import { knownBy } from './history/known-by.ts';
import type { StoredCode } from './link.ts';
import { codeRow } from './present.ts';
import { publishCodes } from './publish-codes.ts';
import { leavesFirstTarget, ROTATION_STAYS } from './rotation/rules.ts';
import { codeScope } from './scope.ts';

/** What is stored with a change and told by no entry of the log. */
export type UntoldChange = Partial<Pick<StoredCode, 'published_rules' | 'visit_password_hash'>>;

export interface CodeChange {
  visit_rules?: CodeRule[] | undefined;
  design?: Design | null | undefined;
  has_password?: boolean | undefined;
  guard_set_time?: Date | null | undefined;
  state?: 'on' | 'off' | undefined;
  targets?: Target[] | undefined;
  expires_at?: string | null | undefined;
  expires_after?: number | null | undefined;
  expired_target?: string | null | undefined;
  jump_type?: StoredCode['jump_type'] | undefined;
  forward_query?: boolean | undefined;
  rotation_model?: StoredCode['rotation_model'] | undefined;
  access_mode?: StoredCode['access_mode'] | undefined;
  visit_restriction?: StoredCode['visit_restriction'] | undefined;
  open_log?: StoredCode['open_log'] | undefined;
  visibility?: StoredCode['visibility'] | undefined;
}

/**
 * Writes the same change to every named code that the caller may reach, and publishes their links: all or nothing.
 * With `version` (one code) a stale one is 409 with the row as it stands. One id that is not reachable: 404, its path
 * among the errors.
 */
export async function changeCodes(
  context: PluginContext,
  input: {
    ids: readonly string[];
    version?: number | undefined;
    change: CodeChange;
    untold?: UntoldChange;
  },
  request: SignedRequest,
): Promise<{ id: string; version: number }[]> {
  const ids = [...new Set(input.ids)];
  const change = Object.fromEntries(Object.entries(input.change).filter(([, value]) => value !== undefined));
  const stored = {
    ...change,
    ...input.untold,
    ...(input.change.expires_at ? { expires_at: new Date(input.change.expires_at) } : {}),
    // Another limit may not be used up.
    ...(input.change.expires_after === undefined ? {} : { used_up_at: null }),
    // Opened where there is room, which is asked below.
    ...(input.change.open_log === YesNo.yes ? { is_log_held: false } : {}),
  };
  const model = context.model(codeResource);
  const changed = await context.transaction(async (session) => {
    const filter = { ...codeScope(request), _id: { $in: ids }, remove_time: null };
    const before = await model.find(filter).session(session).lean();
    refuseMissing(input.ids, before);
    refuseFrozenState(before, input.change.state, input.ids);
    if (input.version !== undefined) refuseStale(input.version, before[0], change);
    refuseStandstill(before, input.change);
    if (input.change.open_log === YesNo.yes) await requireLogRoom(context, openedBy(before), session);
    for (const owner of new Set(before.map((code) => String(code.owner))))
      await requirePools(context, input.change.targets, { owner, session });
    await model.updateMany(filter, newVersion(context, stored), { session, timestamps: false });
    if (input.change.targets !== undefined)
      await settleClaims(context, before, { session, visibility: input.change.visibility });
    const after = await model.find(filter).session(session).lean();
    await publishCodes(context, after, session);
    // An entry for each: the history of a code is read by its id.
    for (const code of before)
      await context.audit(
        {
          type: 'qr.code.update',
          target: String(code._id),
          before: withoutLogo({ ...knownBy(code), ...picked(code, change) }),
          after: withoutLogo(change),
          request,
        },
        session,
      );
    return after;
  });
  return changed.map((code) => ({ id: String(code._id), version: code.version }));
}

/** Owners of codes whose log was closed, or open and kept nothing. */
const openedBy = (codes: readonly StoredCode[]) =>
  codes
    .filter(({ open_log, is_log_held }) => open_log !== YesNo.yes || is_log_held)
    .map(({ owner }) => owner);

/** @throws AppError `not_found` 404 with the place of every id that the caller does not reach */
export function refuseMissing(ids: readonly string[], found: readonly StoredCode[]): void {
  const known = new Set(found.map((code) => String(code._id)));
  const missing = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: ids.length === 1 ? 'id' : `ids.${index}`, message: 'error.not_found' }],
  );
  if (missing.length > 0) throw errors.notFound.create({}, { errors: missing });
}

// Codes that have stood still since before it was refused may still be switched: only what concerns rotation is asked.
function refuseStandstill(codes: readonly StoredCode[], { targets, rotation_model }: CodeChange): void {
  if (targets === undefined && rotation_model === undefined) return;
  const isMoving = codes.every((code) =>
    leavesFirstTarget({
      targets: targets ?? code.targets,
      rotation_model: rotation_model ?? code.rotation_model,
    }),
  );
  if (isMoving) return;
  const path = targets === undefined ? 'rotation_model' : 'targets.0.threshold';
  throw errors.invalidInput.create({}, { errors: [{ path, message: ROTATION_STAYS }] });
}

// The content is what the kernel's own `update` sends with a 409.
/** @throws AppError `stale_version` 409 with the row as it stands, and the fields that differ */
export function refuseStale(
  version: number,
  code: StoredCode | undefined,
  change: Record<string, unknown>,
): void {
  if (!code || code.version === version) return;
  const row = codeRow(code);
  const current = row as Record<string, unknown>;
  const changed = Object.entries(change)
    .filter(([field, sent]) => !Bun.deepEquals(sent, current[field]))
    .map(([field, sent]) => ({ field, sent, current: current[field] }));
  throw errors.staleVersion.create({}, { content: { row, changed } });
}

/** The log says that a logo is another one: a thousand entries do not keep it twice each. */
function withoutLogo(row: Record<string, unknown>): Record<string, unknown> {
  const design = zDesign.safeParse(row.design).data;
  if (!design?.logo) return row;
  return {
    ...row,
    design: { ...design, logo: new Bun.CryptoHasher('sha256').update(design.logo).digest('hex') },
  };
}

function picked(code: StoredCode, change: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(change).map((name) => [name, (code as Record<string, unknown>)[name]]),
  );
}
