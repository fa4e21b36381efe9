import { AppError, type BodyOf, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { BATCH_MAX_CODES, type batchUpdateCall } from '../screens/qr_code_list/calls.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { changeCodes } from './change-codes.ts';
import type { Studio } from './design/studio.ts';
import { unreadableCodes } from './design/unreadable-codes.ts';
import { fillRules } from './fill-rules.ts';
import { codeScope } from './scope.ts';
import { createVisitPasswords } from './visit-password.ts';

type Result = ResultOf<typeof batchUpdateCall>;
type Change = Omit<Parameters<typeof changeCodes>[1], 'ids'>;

/**
 * Changes the same fields of many codes, their rules and the password of their visitors among them: all of them or none, or
 * with `is_partial` all that can be, so many at a time.
 */
export function createBatchChange(context: PluginContext, studio: Studio) {
  const visitPasswords = createVisitPasswords(context);
  return async (body: BodyOf<typeof batchUpdateCall>, request: SignedRequest): Promise<Result> => {
    const { ids, is_partial, has_password, visit_password, visit_rules, ...change } = body;
    await visitPasswords.prepare(visit_password, 'batch_update', request);
    const { visit_password_hash, ...guard } = await visitPasswords.fields(
      { has_password, visit_password },
      {},
    );
    const published_rules = visit_rules === undefined ? undefined : await fillRules(context, visit_rules);
    const whole: Change = {
      change: { ...change, ...guard, visit_rules },
      untold: {
        ...(published_rules === undefined ? {} : { published_rules }),
        ...(visit_password_hash === undefined ? {} : { visit_password_hash }),
      },
    };
    const { design } = change;
    const codes = design ? await context.model(codeResource).find(filterOf(ids, request)).lean() : [];
    const unreadable = design ? await unreadableCodes(context, studio, { codes, design }) : [];
    const kept = new Set(unreadable.map(({ id }) => id));
    const all = [...new Set(ids)].filter((id) => !kept.has(id));
    const [first] = unreadable;
    // A design that fits none of them is at fault itself.
    if (first !== undefined && (!is_partial || all.length === 0)) throw first.error;
    const refused = unreadable.map(({ id, name, error }) => ({ id, name, reason: reasonOf(error, request) }));
    const result: Result = { updated: 0, refused };
    for (let at = 0; at < all.length; at += BATCH_MAX_CODES) {
      const some = all.slice(at, at + BATCH_MAX_CODES);
      const { updated, refused } = await changeSome(context, some, { whole, is_partial }, request);
      result.updated += updated;
      result.refused.push(...refused);
    }
    return result;
  };
}

async function changeSome(
  context: PluginContext,
  ids: readonly string[],
  { whole, is_partial }: { whole: Change; is_partial: boolean | undefined },
  request: SignedRequest,
): Promise<Result> {
  try {
    const changed = await changeCodes(context, { ids, ...whole }, request);
    return { updated: changed.length, refused: [] };
  } catch (error) {
    if (!is_partial || !isRefusal(error)) throw error;
    return oneByOne(context, ids, whole, request);
  }
}

async function oneByOne(
  context: PluginContext,
  ids: readonly string[],
  change: Change,
  request: SignedRequest,
): Promise<Result> {
  const result: Result = { updated: 0, refused: [] };
  const found = await context.model(codeResource).find(filterOf(ids, request), { name: 1 }).lean();
  const names = new Map(found.map(({ _id, name }) => [String(_id), name]));
  for (const id of ids)
    try {
      await changeCodes(context, { ids: [id], ...change }, request);
      result.updated += 1;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      result.refused.push({ id, name: names.get(id) ?? '', reason: reasonOf(error, request) });
    }
  return result;
}

const filterOf = (ids: readonly string[], request: SignedRequest) => ({
  ...codeScope(request),
  _id: { $in: ids },
});

/** What the change itself is refused for; a store that is away is no answer about a code. */
export const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500;

/** Why, in the reader's language. */
export function reasonOf(
  { errors, messageKey, params }: AppError,
  { translate }: Pick<SignedRequest, 'translate'>,
): string {
  const issues = errors.map((issue) => translate(issue.message, issue.params));
  return issues.length > 0 ? [...new Set(issues)].join(' ') : translate(messageKey, params);
}
