import { defineResource, field, VISIT_LINK_MAX_RULES } from '@waypost/contract';
import { z } from 'zod';
import { zHost } from '../../codes/hosts/values.ts';
import { zCodeRule, zOptions } from '../qr_code_list/resource.ts';

const { access_mode, visit_restriction } = zOptions;

/** A group of an owner's codes, with what codes that are made in it begin with. */
export const groupResource = defineResource({
  name: 'qr.group',
  area: 'group',
  title: 'name',
  access: 'own',
  onUninstall: 'keep',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true }),
    access_mode: field(access_mode, { list: 'hidden', section: 'defaults', default: 1 }),
    visit_restriction: field(visit_restriction, { list: 'hidden', section: 'defaults', default: 1 }),
    visit_rules: field(z.array(zCodeRule).max(VISIT_LINK_MAX_RULES), { section: 'defaults', default: [] }),
    /** Where codes that are made in it stand, as far as their owner may still use them; empty: on the platform's own address. */
    short_domain: field(zHost, { section: 'domains', default: '' }),
    entry_domain: field(zHost, { section: 'domains', default: '' }),
    landing_domain: field(zHost, { section: 'domains', default: '' }),
    /** Those of them that new codes do not get any more: their owner may not use them. */
    unusable_domains: field(z.array(z.string()), { stored: false, write: 'none' }),
    remark: field(z.string().max(500), { list: 'hidden', control: 'textarea', default: '' }),
    /** Rules that codes made in it begin with. */
    rule_number: field(z.int(), { list: true, stored: false, write: 'none' }),
    /** Codes in it, those in the bin left out. */
    code_number: field(z.int(), { list: true, stored: false, write: 'none' }),
  },
  indexes: [{ keys: { owner: 1, name: 1 }, unique: true }],
  defaultSort: { field: 'name', order: 'asc' },
  menu: {
    route: 'group',
    parent: 'codes',
    sort: 71,
    icon: 'folder',
    roles: ['administrator', 'agent', 'customer'],
  },
});
