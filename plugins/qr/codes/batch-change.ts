import type { BodyOf, ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import type { batchUpdateCall } from '../screens/qr_code_list/calls.ts';
import { changeCodes } from './change-codes.ts';
import { fillRules } from './fill-rules.ts';
import { createVisitPasswords } from './visit-password.ts';

/** Changes the same fields of many codes, their rules and the password of their visitors among them: all of them or none. */
export function createBatchChange(context: PluginContext) {
  const visitPasswords = createVisitPasswords(context);
  return async (
    body: BodyOf<typeof batchUpdateCall>,
    request: SignedRequest,
  ): Promise<ResultOf<typeof batchUpdateCall>> => {
    const { ids, has_password, visit_password, visit_rules, ...change } = body;
    await visitPasswords.prepare(visit_password, 'batch_update', request);
    const { visit_password_hash, ...guard } = await visitPasswords.fields(
      { has_password, visit_password },
      {},
    );
    const published_rules = visit_rules === undefined ? undefined : await fillRules(context, visit_rules);
    const changed = await changeCodes(
      context,
      {
        ids,
        change: { ...change, ...guard, visit_rules },
        untold: {
          ...(published_rules === undefined ? {} : { published_rules }),
          ...(visit_password_hash === undefined ? {} : { visit_password_hash }),
        },
      },
      request,
    );
    return { updated: changed.length };
  };
}
