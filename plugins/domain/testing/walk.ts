import type { PluginWalk } from '../../../tests/e2e/walk/plugin-walk.ts';
import { makeThings } from './walk-things.ts';

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    'domain.domain:create': { domain_list: ['domain.domain.create'] },
    'domain.domain:update': { domain_list: ['domain.tab.settings'] },
    'domain.domain:check': { domain_list: ['domain.check.verb'] },
    'domain.domain:release': { domain_list: ['domain.release.verb'] },
    'domain.domain:apply': { domain_list: ['domain.apply.verb'] },
    'domain.domain:replace': { domain_list: ['domain.move.action'] },
    'domain.watch:check': {
      domain_monitor: ['domain.watch.check.verb'],
      admin_domain_monitor: ['domain.watch.check.verb'],
    },
    'domain.forward:create': { forward: ['domain.forward.create'] },
    'domain.forward:update': { forward: ['action.edit'] },
    'domain.forward:delete': { forward: ['action.delete'] },
    'domain.resolution:export': {
      export_domain_resolution: ['operation.export', 'domain.resolution.zone.verb'],
    },
    'domain.spare:keep_spare': { domain_list: ['domain.spare.keep.verb'] },
    'domain.spare:add_spare': { hold_domain: ['domain.spare.add'] },
    'domain.spare:remove_spare': { hold_domain: ['domain.spare.remove'] },
    'domain.spare:arrange_spares': { hold_domain: ['domain.spare.put_first'] },
    'domain.take_over:take_over': { domain_list: ['domain.take_over.begin.verb'] },
    'domain.platform:add': { domain_list: ['domain.platform.add'] },
    'domain.platform:assign': { domain_list: ['domain.platform.assign'] },
    'domain.platform:retire': { domain_list: ['domain.retire.verb'] },
  },
  withoutButton: {
    'domain.domain:read_all': 'rows of others',
    'domain.take_over:read': 'the tab with what spares took over',
    'domain.take_over:go_back': 'stands beside a take-over that is on its spare (tests/full/domain-screens)',
    'domain.take_over:stop_take_over': 'stands beside a take-over while it moves (tests/full/domain-screens)',
    'domain.watch:read': 'rows of the list',
    'domain.watch:read_all': 'rows of others',
    'domain.forward:read_all': 'rows of others',
    'domain.homeless:read': 'rows of the list',
    'domain.homeless:read_all': 'rows of others',
    'domain.homeless:move': 'stands over codes whose domain does not work (tests/full/domain-screens)',
    'domain.hijack:check': 'stands beside a domain that is checked (tests/full/domain-screens)',
    'domain.hijack:accept': 'stands on the page of a check (tests/full/domain-screens)',
    'domain.hijack_check:read': 'the history of a domain that is checked',
  },
  makeThings,
};
