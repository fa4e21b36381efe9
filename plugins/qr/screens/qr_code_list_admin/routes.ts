import type { PluginContext } from '@waypost/sdk';
import { changeOwner } from '../../codes/change-owner.ts';
import { freezeCodes, liftCodes } from '../../codes/freeze-codes.ts';
import { authorOf } from '../../codes/scope.ts';
import { changeOwnerCall, freezeCall, liftCall } from '../qr_code_list/calls.ts';

/**
 * Mounts what only operators may do to codes, and their list of every owner's. The nodes have a noun of their own: those
 * of `qr.code` come with the screen of the owners.
 */
export function mountCodeAdministration(context: PluginContext): void {
  context.call(freezeCall, async (body, request) => ({
    frozen: await freezeCodes(context, body, authorOf(request)),
  }));
  context.call(liftCall, async ({ ids }, request) => ({
    lifted: await liftCodes(context, ids, authorOf(request)),
  }));
  context.call(changeOwnerCall, async (body, request) => ({
    changed: await changeOwner(context, body, authorOf(request)),
  }));
  context.menu(
    { route: 'qr_code_list_admin', parent: 'codes', sort: 70, icon: 'storage', roles: ['administrator'] },
    'qr.code_admin:read',
    ['qr.code_admin:freeze', 'qr.code_admin:change_owner', 'qr.code_admin:card_key'],
  );
}
