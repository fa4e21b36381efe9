import { YesNo } from '@waypost/contract';
import type { AccountStates, PluginContext } from '@waypost/sdk';
import { beginsWith } from '../../people/search.ts';
import { userResource } from '../user_list/resource.ts';
import { customerRoles } from '../user_list/service.ts';
import { administrator } from './resource.ts';

/** Tells other plugins whether keys and pages of an account may still be served; read each time, so that it holds at once. */
export function accountStates(context: PluginContext): AccountStates {
  return {
    async isActive(account) {
      const found = await context
        .model(administrator)
        .findOne({ _id: account, disabled: YesNo.no, remove_time: null }, { _id: 1 })
        .lean();
      return found !== null;
    },
    async names(accounts) {
      const found = await context
        .model(administrator)
        .find({ _id: { $in: [...new Set(accounts)] } }, { account: 1 })
        .lean();
      return Object.fromEntries(found.map(({ _id, account }) => [_id, account]));
    },
    async contacts(accounts) {
      const found = await context
        .model(administrator)
        .find({ _id: { $in: [...new Set(accounts)] } }, { account: 1, phone: 1, name: 1 })
        .lean();
      return Object.fromEntries(
        found.map(({ _id, account, phone = '', name = '' }) => [_id, { account, phone, name }]),
      );
    },
    async find(text, most) {
      const begun = text.trim();
      if (begun === '') return [];
      const model = context.model(administrator);
      // Whoever takes many names that begin so must not push out the one that was meant.
      const [exact, found] = await Promise.all([
        model.find({ account: begun.toLowerCase() }, { _id: 1 }).lean(),
        model.find(beginsWith(begun), { _id: 1 }).limit(most).lean(),
      ]);
      return [...new Set([...exact, ...found].map(({ _id }) => String(_id)))].slice(0, most);
    },
    async isCustomer(account, superior) {
      const role = { $in: Object.values(await customerRoles(context)).flat() };
      const below = superior === undefined ? {} : { ancestors: superior };
      const found = await context
        .model(userResource)
        .findOne({ _id: account, role, remove_time: null, ...below }, { _id: 1 })
        .lean();
      return found !== null;
    },
    async domainQuota(account) {
      const found = await context.model(userResource).findOne({ _id: account }, { domain_quota: 1 }).lean();
      return found?.domain_quota ?? null;
    },
    async emails(accounts) {
      const found = await context
        .model(administrator)
        .find({ _id: { $in: [...new Set(accounts)] }, disabled: YesNo.no, remove_time: null }, { email: 1 })
        .lean();
      return Object.fromEntries(
        found.flatMap(({ _id, email }) => (email === undefined || email === '' ? [] : [[_id, email]])),
      );
    },
  };
}
