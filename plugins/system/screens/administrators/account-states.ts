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
        .find({ _id: { $in: [...new Set(accounts)] } }, { account: 1, phone: 1 })
        .lean();
      return Object.fromEntries(found.map(({ _id, account, phone = '' }) => [_id, { account, phone }]));
    },
    async find(text, most) {
      const begun = text.trim();
      if (begun === '') return [];
      const found = await context
        .model(administrator)
        .find(beginsWith(begun) as never, { _id: 1 })
        .limit(most)
        .lean();
      return found.map(({ _id }) => String(_id));
    },
    async isCustomer(account, superior) {
      const role = { $in: Object.values(await customerRoles(context)).flat() };
      const below = superior === undefined ? {} : { ancestors: superior };
      const found = await context
        .model(userResource)
        .findOne({ _id: account, role, remove_time: null, ...below } as never, { _id: 1 })
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
