import type { PluginContext } from '@waypost/sdk';
import { findClaim, takeOver } from '../../codes/claims/take-over.ts';
import { claimCodeCall, findClaimCall } from './calls.ts';

/** Mounts the screen that a printed code leads to while it has no target; it has no entry in the menu of its own. */
export function mountCodeClaim(context: PluginContext): void {
  context.call(findClaimCall, ({ address }, request) => findClaim(context, address, request));
  context.call(claimCodeCall, (body, request) => takeOver(context, body, request));
  context.menu({ route: 'code_claim', parent: 'codes', isHidden: true }, 'qr.code:read');
}
