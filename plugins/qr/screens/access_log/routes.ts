import type { PluginContext } from '@waypost/sdk';
import { cardKeyCall, issueCardKeyCall, publicEnquiryCall, revokeCardKeyCall } from './calls.ts';
import { createCardKeys } from './card-keys.ts';
import { enquire } from './service.ts';

/** Mounts the public visitor enquiry and the card keys that open it. */
export function mountAccessLog(context: PluginContext): void {
  const cardKeys = createCardKeys(context);
  context.call(publicEnquiryCall, async (body) => enquire(context, await cardKeys.ownerOf(body.key), body));
  context.call(cardKeyCall, (_body, request) => cardKeys.state(request.caller.id));
  context.call(issueCardKeyCall, async (_body, request) => ({ key: await cardKeys.issue(request) }));
  context.call(revokeCardKeyCall, async (_body, request) => {
    await cardKeys.revoke(request);
    return null;
  });
}
