import { errors } from '@waypost/contract';
import {
  ACCOUNT_CLOSING_POINT,
  ACCOUNT_DATA_POINT,
  type PluginContext,
  type SignedRequest,
  titledPoint,
} from '@waypost/sdk';
import { z } from 'zod';
import { closeOwnAccount, closingState, exportOwnData } from './calls.ts';
import { closeAccount, closingReasons, codesOf, mayClose } from './close-account.ts';
import { exportOwnAccount } from './export-data.ts';

const EXPORT_KIND = 'account_export';

/** What people take along of their account, and its end. */
export function mountOwnAccount(context: PluginContext): void {
  context.points.offer(titledPoint(ACCOUNT_CLOSING_POINT, '1.0.0', ['reasons']));
  context.points.offer(titledPoint(ACCOUNT_DATA_POINT, '1.0.0', ['portion']));

  context.call(closingState, async (_body, request) => {
    const [may_close, codes, reasons] = await Promise.all([
      mayClose(context, request),
      codesOf(context, request.caller.id),
      closingReasons(context, request),
    ]);
    return { may_close, codes, reasons };
  });

  context.call(closeOwnAccount, async (body, request) => {
    requireSession(request);
    const place = { area: 'own_account', call: 'close', field: 'old_password' };
    const password = await context.unseal(body.old_password, place);
    await context.identity.requireOldPassword(password, request);
    await closeAccount(context, body.codes, request);
    return null;
  });

  context.operations.define(EXPORT_KIND, {
    input: z.strictObject({}),
    run: (run) => exportOwnAccount(context, run),
  });
  context.call(exportOwnData, async (_body, request) => {
    requireSession(request);
    const name = request.translate('system.own_account.export');
    return context.operations.start(EXPORT_KIND, { name, input: {} }, request);
  });
}

/** What is the person's alone no program does with a key. Errors: `forbidden` 403 */
export function requireSession({ caller }: SignedRequest): void {
  if (caller.via === 'api_key') throw errors.forbidden.create({ permission: 'system.own_password:update' });
}
