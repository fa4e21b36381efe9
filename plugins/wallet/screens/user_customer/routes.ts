import { AGENTS_PLACE } from '../../agents/place.ts';
import type { Wallet } from '../../wallet.ts';
import {
  customerCall,
  customersCall,
  invitationCall,
  READ_CUSTOMERS,
  TOP_UP_CUSTOMERS,
  topUpCall,
  topUpFactsCall,
} from './calls.ts';
import { describeInvitation, findOwnCustomer, listOwnCustomers } from './service.ts';
import { customerTopUps, tellTopUps, topUpCustomer, topUpFacts } from './top-up.ts';

/** Name of the job that tells customers of what they were given, where that could not be told at once. */
const TELL = 'tell_top_ups';

/** Mounts an agent's own customers: who they are, how others become some, and giving them money. */
export async function mountOwnCustomers(wallet: Wallet): Promise<void> {
  const { context } = wallet;
  customerTopUps(context);
  context.call(customersCall, (body, { caller }) => listOwnCustomers(wallet, body, caller.id));
  context.call(customerCall, ({ id }, { caller }) => findOwnCustomer(wallet, id, caller.id));
  context.call(invitationCall, (_body, { caller }) => describeInvitation(context, caller.id));
  context.call(topUpCall, (body, request) => topUpCustomer(wallet, body, request));
  context.call(topUpFactsCall, (body, { caller }) => topUpFacts(wallet, body, caller.id));
  context.menu(
    {
      ...AGENTS_PLACE,
      route: 'user_customer',
      sort: 60,
      icon: 'user-add',
      hiddenFor: 'wallet.order:read_all',
      roles: ['agent'],
    },
    READ_CUSTOMERS,
    [TOP_UP_CUSTOMERS],
  );
  context.jobs.define(TELL, (_data, signal) => tellTopUps(context, signal));
  await context.jobs.every('1 minute', TELL);
}
