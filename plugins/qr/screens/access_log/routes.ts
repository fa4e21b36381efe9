import { errors } from '@waypost/contract';
import { ACCOUNT_STATES, type AccountStates, type PluginContext, type SignedRequest } from '@waypost/sdk';
import {
  cardKeyCall,
  issueCardKeyCall,
  issuePersonCardKeyCall,
  personCardKeyCall,
  publicEnquiryCall,
  revokeCardKeyCall,
  revokePersonCardKeyCall,
} from './calls.ts';
import { createCardKeys } from './card-keys.ts';
import { enquire } from './service.ts';

/** Mounts the public visitor enquiry and the card keys that open it. */
export function mountAccessLog(context: PluginContext): void {
  const cardKeys = createCardKeys(context);
  context.call(publicEnquiryCall, async (body) => enquire(context, await cardKeys.ownerOf(body.key), body));
  context.call(cardKeyCall, (_body, { caller }) => cardKeys.state(caller.id));
  context.call(issueCardKeyCall, async (_body, request) => ({
    key: await cardKeys.issue(request.caller.id, request),
  }));
  context.call(revokeCardKeyCall, async (_body, request) => {
    await cardKeys.revoke(request.caller.id, request);
    return null;
  });

  context.call(personCardKeyCall, async ({ id }, request) => {
    await requireReach(context, id, request);
    return cardKeys.state(id);
  });
  context.call(issuePersonCardKeyCall, async ({ id }, request) => {
    await requireReach(context, id, request);
    return { key: await cardKeys.issue(id, request) };
  });
  context.call(revokePersonCardKeyCall, async ({ id }, request) => {
    await requireReach(context, id, request);
    await cardKeys.revoke(id, request);
    return null;
  });
}

/** An operator reaches every customer, an agent those below. @throws AppError `not_found` 404 */
async function requireReach(
  context: PluginContext,
  id: string,
  { caller }: Pick<SignedRequest, 'caller'>,
): Promise<void> {
  const seesAll = caller.isSuper || caller.permissions.has('system.user:read_all');
  const states = context.require<AccountStates>(ACCOUNT_STATES);
  if (!(await states?.isCustomer(id, seesAll ? undefined : caller.id))) throw errors.notFound.create();
}
