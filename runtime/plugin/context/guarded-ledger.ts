import type { Ledger, LedgerCall } from '@waypost/sdk';
import { requireCapability } from '../activation/capability.ts';
import type { OwnNames } from './own-names.ts';

const READ = 'ledger:read';
const WRITE = 'ledger:write';
const PERSON = /^[0-9a-f]{24}$/;

/**
 * Money of people, each method by what was granted; kinds of changes and counter accounts have the plugin's name.
 * @throws TypeError when neither `ledger:read` nor `ledger:write` was
 */
export function guardedLedger(
  plugin: { id: string; granted: ReadonlySet<string> },
  ledger: () => Ledger,
  own: Pick<OwnNames, 'require'>,
): Ledger {
  requireCapability(plugin, READ, WRITE);
  const all = ledger();
  const requireOwn = ({ type }: LedgerCall, accounts: readonly { account: string }[] = []) => {
    requireCapability(plugin, WRITE);
    own.require('change of the ledger', type);
    for (const { account } of accounts) if (!PERSON.test(account)) own.require('counter account', account);
  };
  return {
    async balances(accounts, currency) {
      requireCapability(plugin, READ);
      return all.balances(accounts, currency);
    },
    async bill(query) {
      requireCapability(plugin, READ);
      return all.bill(query);
    },
    async lines(query) {
      requireCapability(plugin, READ);
      return all.lines(query);
    },
    async span(query) {
      requireCapability(plugin, READ);
      return all.span(query);
    },
    async sums(query) {
      requireCapability(plugin, READ);
      return all.sums(query);
    },
    async standing(query) {
      requireCapability(plugin, READ);
      return all.standing(query);
    },
    // Its own: whoever placed it may look how it ended.
    findHold: async (id) => all.findHold(id),
    async transfer(input, session) {
      requireOwn(input, input.postings);
      return all.transfer(input, session);
    },
    async placeHold(input, session) {
      requireOwn(input);
      return all.placeHold(input, session);
    },
    async postHold(input, session) {
      requireOwn(input, input.to);
      return all.postHold(input, session);
    },
    async voidHold(input, session) {
      requireOwn(input);
      return all.voidHold(input, session);
    },
  };
}
