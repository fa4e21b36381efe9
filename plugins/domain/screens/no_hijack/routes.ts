import type { PluginContext } from '@waypost/sdk';
import { mountChecking } from '../../hijack/mount-checking.ts';
import type { ReadSettings } from '../../settings.ts';
import type { Surroundings } from '../../watching/look.ts';
import { hijackCheckResource } from '../hijack_check/resource.ts';
import { acceptHijackCall, checkHijackCall, forgetHijackCall } from './calls.ts';
import { hijackResource } from './resource.ts';
import { acceptCheck, bindHijacks, checkNow, forgetAccepted } from './service.ts';

const CHECK = 'domain.hijack:check';
const ACCEPT = 'domain.hijack:accept';
const READ_CHECKS = 'domain.hijack_check:read';

/** Mounts the check of domains for hijacks, for operators; docs/http.md, "Checks for hijacks". */
export async function mountHijacks(
  context: PluginContext,
  given: { around: () => Promise<Surroundings>; readSettings: ReadSettings },
): Promise<void> {
  const around = await mountChecking(context, given);
  context.resource(hijackResource, bindHijacks(context, around));
  context.resource(hijackCheckResource);
  context.call(checkHijackCall, async ({ id }, request) =>
    checkNow(context, { id, around: await around() }, request),
  );
  context.call(acceptHijackCall, (body, request) => acceptCheck(context, body, request));
  context.call(forgetHijackCall, ({ id }, request) => forgetAccepted(context, id, request));
  context.menu(
    { route: 'no_hijack', parent: 'domains', sort: 70, icon: 'bug', roles: ['administrator'] },
    'domain.hijack:read',
    [CHECK, ACCEPT, READ_CHECKS],
  );
  // The page of one check, which its row and messages lead to.
  context.menu(
    { route: 'hijack_check', parent: 'domains', isHidden: true, roles: ['administrator'] },
    READ_CHECKS,
  );
}
